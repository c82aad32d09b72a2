import { writeFileSync } from 'node:fs';

const saidInTitle = /\(skipped: ([^)]+)\)/;

/** The note of `skip(condition, note)`, or what a suite that was skipped as a whole says in its title. */
function reasonOf(test) {
  return test.result().note ?? saidInTitle.exec(test.fullName)?.[1] ?? 'no reason given';
}

/**
 * A Vitest reporter for test/run.mjs: writes, to the file that TLS_COST_LAB_TEST_REPORT names, what the closing summary
 * needs and Vitest's own JSON lacks: the reason of each skip, and failures outside any test.
 */
export default class RunReporter {
  onTestRunEnd(modules, unhandledErrors) {
    const file = process.env.TLS_COST_LAB_TEST_REPORT;
    if (!file) return;
    const report = { passed: 0, failed: unhandledErrors.length, skipped: [] };
    for (const module of modules) {
      report.failed += module.errors().length;
      for (const suite of module.children.allSuites()) report.failed += suite.errors().length;
      for (const test of module.children.allTests()) {
        const { state } = test.result();
        if (state === 'passed') report.passed += 1;
        else if (state === 'failed') report.failed += 1;
        else
          report.skipped.push({ file: module.relativeModuleId, test: test.fullName, reason: reasonOf(test) });
      }
    }
    writeFileSync(file, JSON.stringify(report));
  }
}

import { writeFileSync } from 'node:fs';

const saidInTitle = /\(skipped: ([^)]+)\)/;

/** The note of `skip(condition, note)`, or what a suite that was skipped as a whole says in its title. */
function reasonOf(test) {
  return test.result().note ?? saidInTitle.exec(test.fullName)?.[1] ?? 'no reason given';
}

/** The first line of an error: enough to know it again, and to find the rest further up. */
function firstLineOf(error) {
  return String(error?.message ?? error).split('\n', 1)[0];
}

const failuresOf = (file, test, errors) => errors.map((error) => ({ file, test, error: firstLineOf(error) }));

/** Failures of a file's own: outside its tests, as in a hook or while it was read. */
function failuresAround(module) {
  const file = module.relativeModuleId;
  const suites = [...module.children.allSuites()];
  return [
    ...failuresOf(file, 'the file itself', module.errors()),
    ...suites.flatMap((suite) => failuresOf(file, suite.fullName, suite.errors())),
  ];
}

/**
 * A Vitest reporter for test/run.mjs: writes, to the file that TLS_COST_LAB_TEST_REPORT names, what the closing summary
 * needs and Vitest's own JSON lacks: the reason of each skip, and each failure, those outside any test too.
 */
export default class RunReporter {
  onTestRunEnd(modules, unhandledErrors) {
    const file = process.env.TLS_COST_LAB_TEST_REPORT;
    if (!file) return;
    const report = {
      passed: 0,
      failures: failuresOf('no file', 'between the tests', unhandledErrors),
      skipped: [],
    };
    for (const module of modules) {
      const file = module.relativeModuleId;
      report.failures.push(...failuresAround(module));
      for (const test of module.children.allTests()) {
        const { state, errors } = test.result();
        if (state === 'passed') report.passed += 1;
        else if (state === 'failed')
          report.failures.push(...failuresOf(file, test.fullName, errors.slice(0, 1)));
        else report.skipped.push({ file, test: test.fullName, reason: reasonOf(test) });
      }
    }
    writeFileSync(file, JSON.stringify(report));
  }
}

import { defineConfig } from 'vitest/config';

const unit = ['test/shared/**/*.test.ts', 'test/renderer/**/*.test.ts', 'test/electron/**/*.test.ts'];
const lab = [
  'test/roles/**/*.test.ts',
  'test/lab/**/*.test.ts',
  'test/host/**/*.test.ts',
  'test/terminal/**/*.test.ts',
];

/** Real processes too, but no figure of theirs is judged: these may share the machine with each other. */
const processes = [
  'test/host/**/*.test.ts',
  'test/roles/app-link.test.ts',
  'test/roles/load.test.ts',
  'test/roles/load-{faults,new-connections,target}.test.ts',
  'test/roles/proxy-*.test.ts',
  'test/roles/usual-cost.test.ts',
  'test/roles/wire-{agenda,link}.test.ts',
  'test/lab/{suite-engines,suite-session,engine-finder,engines-{life,lost,serve,unfit},keeper,loopback-only,no-orphan,role-crash}.test.ts',
  'test/lab/{handshake,handshake-captures,mesh,mesh-{engines,sidecar},own-service,passthrough,timeline-lanes,toggle-keeps-warm}.test.ts',
  'test/lab/{anatomy-openssl,failed-gate-shown,instruments-bytes,instruments-openssl}.test.ts',
  'test/lab/probe-{certificates,facts,faults}.test.ts',
  'test/terminal/{compare,export,handshake,plan,probe,run,service,service-refused,shared-settings,suite}.test.ts',
];
/** Windows on whose figures nothing depends: these too may share the machine. */
const windows = [
  'test/e2e/{anatomy,chart-exports,engines,handshakes,loopback-admission,made-up-figures}.test.ts',
  'test/e2e/{planner,probe,report,runs,shared-settings}.test.ts',
  'test/e2e/{desktop-life,desktop-links,service,stand-in,stand-in-life}.test.ts',
];
const limits = { testTimeout: 60_000, hookTimeout: 60_000 };
const windowLimits = {
  testTimeout: 90_000,
  hookTimeout: 90_000,
  // A window beside another can take longer than Vitest's second to open or to close one more.
  expect: { poll: { timeout: 10_000 } },
  globalSetup: 'test/e2e/build-stand-in.ts',
};

export default defineConfig({
  test: {
    // Real processes share two cores: one file at a time keeps them from measuring each other. `test:processes` sets more.
    fileParallelism: false,
    // Reading the code anew for each file took a tenth of the time; no file leaves anything behind that another would meet.
    isolate: false,
    reporters: ['default'],
    projects: [
      { test: { name: 'unit', include: unit } },
      { test: { name: 'processes', include: processes, ...limits } },
      { test: { name: 'lab', include: lab, exclude: processes, ...limits } },
      { test: { name: 'windows', include: windows, ...windowLimits } },
      { test: { name: 'e2e', include: ['test/e2e/**/*.test.ts'], exclude: windows, ...windowLimits } },
    ],
  },
});

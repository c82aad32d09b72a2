import { defineConfig } from 'vitest/config';

const unit = ['test/shared/**/*.test.ts', 'test/renderer/**/*.test.ts', 'test/electron/**/*.test.ts'];
const lab = [
  'test/roles/**/*.test.ts',
  'test/lab/**/*.test.ts',
  'test/host/**/*.test.ts',
  'test/terminal/**/*.test.ts',
];

export default defineConfig({
  test: {
    // Real processes share two cores: one file at a time keeps them from measuring each other.
    fileParallelism: false,
    reporters: ['default'],
    projects: [
      { test: { name: 'unit', include: unit } },
      {
        test: { name: 'lab', include: lab, testTimeout: 60_000, hookTimeout: 60_000, fileParallelism: false },
      },
      {
        test: {
          name: 'e2e',
          include: ['test/e2e/**/*.test.ts'],
          testTimeout: 90_000,
          hookTimeout: 90_000,
          fileParallelism: false,
        },
      },
    ],
  },
});

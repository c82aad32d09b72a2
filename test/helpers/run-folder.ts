import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Run } from '../../shared/result.ts';
import { suitePoints } from '../shared/suite-points.ts';

/** A folder of saved runs as a host makes it, empty. */
export function freshRunFolder(): string {
  const folder = path.join(mkdtempSync(path.join(tmpdir(), 'tls-cost-lab-')), 'runs');
  mkdirSync(folder);
  return folder;
}

/** A run with an id of its own, as a terminal measures it. */
export const sampleRun = (change: Partial<Run> = {}): Run => ({
  schema: 'tls-cost-lab/run@1',
  id: randomUUID(),
  startedAt: '2026-12-03T12:00:00.000Z',
  durationS: 150,
  environment: {
    os: 'Linux 6.18',
    cpuModel: 'a processor',
    cores: 2,
    memoryBytes: 2 ** 34,
    aes: true,
    runtime: { name: 'node', version: '20.20.2', tls: 'OpenSSL 3.0.19' },
  },
  points: suitePoints.slice(0, 3),
  ...change,
});

import { LatencyHistogram } from '../../../shared/latency.ts';
import type { Point, Run } from '../../../shared/result.ts';
import { suiteRun } from '../suite-points.ts';

/** TEST CODE: what a hostile file could carry. */
export const foreignText = `<script>alert(1)</script><img src=x onerror="alert(2)"> & "quotes" 'too' \u202eesrever \u0007`;

const latency = new LatencyHistogram();
for (let us = 100; us < 4000; us += 3) latency.recordUs(us);
const hdr = latency.encode();

/** A suite whose histograms can be read. */
export const readableRun: Run = {
  ...suiteRun,
  points: suiteRun.points.map(
    (point): Point => ({ ...point, latencyMs: point.latencyMs && { ...point.latencyMs, hdr } }),
  ),
};

/** A suite whose foreign texts are hostile; its second point is no valid result. */
export const foreignRun: Run = {
  ...readableRun,
  environment: { ...readableRun.environment, cpuModel: foreignText },
  points: readableRun.points.map(
    (point, at): Point => ({
      ...point,
      failedGates: at === 1 ? ['client-saturated'] : [],
      warnings: at === 1 ? [{ code: 'client-saturated', message: foreignText, values: {} }] : [],
    }),
  ),
  leftOut: [
    {
      topology: 'T2',
      proxy: 'nginx',
      fault: { code: 'role-start-failed', message: foreignText, lastStderr: [foreignText, '```'] },
    },
  ],
};

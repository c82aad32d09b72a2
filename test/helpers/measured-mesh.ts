import { expect } from 'vitest';
import type { Lab } from '../../electron/lab/lab.ts';
import { defaultConfig, type TlsSettings, type Workload } from '../../shared/config.ts';
import type { Point } from '../../shared/result.ts';
import { needsOf, topologyIds } from '../../shared/topologies.ts';
import { variantOf } from '../../shared/variant.ts';
import type { Engine } from '../../shared/words.ts';

/** The topology whose proxies speak mutual TLS with each other. */
export const [mesh = 'T5'] = topologyIds.filter((id) => needsOf(id).includes('mutual'));

interface Measuring {
  /** What plays both sidecars. */
  readonly engine: Engine;
  readonly connections: number;
  readonly measuredS: number;
}

/** Measures one point of the mesh, and expects it to be without errors and failed gates. */
export async function measureMesh(
  lab: Lab,
  { engine, connections, measuredS }: Measuring,
  workload: Partial<Workload>,
  settings: Partial<TlsSettings>,
): Promise<Point> {
  const config = {
    ...defaultConfig,
    workload: { ...defaultConfig.workload, connections, ...workload },
    tls: { ...defaultConfig.tls, ...settings },
  };
  const { points, fault } = await lab.measure({
    variants: [variantOf(mesh, config, engine)],
    warmUp: { leastMs: 100, mostMs: 100 },
    ticksPerSlice: 1,
    isEnough: (progress) => progress.measuredS >= measuredS,
    signal: new AbortController().signal,
  });
  const [point] = points;
  if (point === undefined) throw new Error(`Nothing was measured: ${fault?.message}`);
  expect(point.errors).toEqual({ total: 0, byKind: {} });
  // Beside other tests the load generator may want for CPU, which no figure here depends on.
  expect(point.failedGates.filter((gate) => gate !== 'client-saturated')).toEqual([]);
  return point;
}

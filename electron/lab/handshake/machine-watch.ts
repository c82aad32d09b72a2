import os from 'node:os';
import type { MachineUse } from '../../../shared/handshake/doubts.ts';
import { clockStepMs, type MachineReading, machineBetween, readMachine } from '../machine.ts';
import type { HandshakeRuntime } from './runtime.ts';

const US_PER_MS = 1000;

interface Reading {
  readonly machine: MachineReading;
  /** Of all servers and all clients. */
  readonly cpuUs: { readonly server: number; readonly client: number };
}

/** Sees what the machine does beside the lab's own processes while handshakes are measured. */
export class MachineWatch {
  private readonly runtimes: readonly HandshakeRuntime[];
  private readonly from: Reading;

  private constructor(runtimes: readonly HandshakeRuntime[], from: Reading) {
    this.runtimes = runtimes;
    this.from = from;
  }

  static async begin(runtimes: readonly HandshakeRuntime[]): Promise<MachineWatch> {
    return new MachineWatch(runtimes, await readingOf(runtimes));
  }

  /** @param wireCpuUs of the wire, which was started since; 0 without one */
  async use(wireCpuUs: number): Promise<MachineUse> {
    const { machine: from, cpuUs: fromCpuUs } = this.from;
    const { machine: to, cpuUs: toCpuUs } = await readingOf(this.runtimes);
    const coresOf = (us: number) => us / US_PER_MS / Math.max(1, to.monotonicMs - from.monotonicMs);
    const [serverUs, clientUs] = [toCpuUs.server - fromCpuUs.server, toCpuUs.client - fromCpuUs.client];
    return {
      tiers: { client: { utilisation: coresOf(clientUs) }, app: { utilisation: coresOf(serverUs) } },
      ...(wireCpuUs === 0 ? {} : { wire: { utilisation: coresOf(wireCpuUs) } }),
      cores: os.availableParallelism(),
      ...machineBetween(from, to, serverUs + clientUs + wireCpuUs),
      clockJumpMs: clockStepMs(from, to),
    };
  }
}

async function readingOf(runtimes: readonly HandshakeRuntime[]): Promise<Reading> {
  const machine = readMachine();
  const cpu = await Promise.all(runtimes.map((runtime) => runtime.cpuUs()));
  const sum = (side: 'server' | 'client') => cpu.reduce((total, one) => total + one[side], 0);
  return { machine, cpuUs: { server: sum('server'), client: sum('client') } };
}

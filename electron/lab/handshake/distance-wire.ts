import { z } from 'zod';
import { countersSchema, type WireListenSpec } from '../../../shared/role-api.ts';
import { RoleProcess } from '../role-process.ts';

const listening = z.object({ port: z.int() });

/** The process that delays what passes it, started when the first distance is asked for. */
export class DistanceWire {
  private readonly rolesDir: string;
  private role: RoleProcess | undefined;
  private lastLinkId = '';

  constructor(rolesDir: string) {
    this.rolesDir = rolesDir;
  }

  /** Opens a link before a port. @returns the port to dial in its place */
  async open(targetPort: number, rttMs: number): Promise<number> {
    this.role ??= (await RoleProcess.start({ name: 'wire', rolesDir: this.rolesDir })).role;
    const spec: WireListenSpec = { linkId: `${targetPort}`, targetPort, delayMs: rttMs / 2 };
    this.lastLinkId = spec.linkId;
    return listening.parse(await this.role.call('listen', spec)).port;
  }

  /** CPU of the whole process, of which every link tells the same; 0 before the first link. */
  async cpuUs(): Promise<number> {
    if (this.role === undefined) return 0;
    const { userUs, systemUs } = countersSchema.parse(await this.role.call('counters', this.lastLinkId));
    return userUs + systemUs;
  }

  async stop(): Promise<void> {
    await this.role?.stop();
  }
}

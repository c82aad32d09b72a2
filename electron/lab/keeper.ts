import { z } from 'zod';
import { type KeptExit, type KeptProgram, keptExitSchema } from '../../shared/role-api.ts';
import { RoleProcess } from './role-process.ts';

const started = z.object({ pid: z.int().min(1) });

/** A real engine that runs. */
export interface KeptEngine {
  readonly pid: number;
  readonly exited: Promise<KeptExit>;
  stop(): Promise<void>;
}

/** The lab's side of the keeper role, which is started when the first engine is. */
export class Keeper {
  private readonly rolesDir: string;
  private readonly execPath: string | undefined;
  private role: Promise<RoleProcess> | undefined;
  private readonly pids = new Set<number>();

  constructor(options: { rolesDir: string; execPath: string | undefined }) {
    this.rolesDir = options.rolesDir;
    this.execPath = options.execPath;
  }

  /** @throws LabError when the keeper or the program can't be started */
  async run(program: KeptProgram): Promise<KeptEngine> {
    const role = await this.ensure();
    const { pid } = started.parse(await role.call('run', program));
    this.pids.add(pid);
    const exited = role.call('exited', pid).then(
      (exit) => keptExitSchema.parse(exit),
      // The keeper is gone, and has ended its programs before; killed itself it could not, so that is done here.
      () => {
        this.killGroup(pid);
        return { code: null, signal: null, lastStderr: ['The process that kept it has ended.'] };
      },
    );
    void exited.then(() => this.pids.delete(pid));
    return { pid, exited, stop: async () => void (await role.call('stop', pid).catch(() => {})) };
  }

  async dispose(): Promise<void> {
    const role = await this.role?.catch(() => undefined);
    await role?.stop();
    for (const pid of this.pids) this.killGroup(pid);
  }

  private ensure(): Promise<RoleProcess> {
    this.role ??= this.start();
    return this.role;
  }

  private async start(): Promise<RoleProcess> {
    const { rolesDir, execPath } = this;
    try {
      const { role } = await RoleProcess.start({ name: 'keeper', rolesDir, execPath });
      void role.exited.then(() => {
        this.role = undefined;
      });
      return role;
    } catch (error) {
      this.role = undefined;
      throw error;
    }
  }

  private killGroup(pid: number): void {
    try {
      process.kill(-pid, 'SIGKILL');
    } catch {
      // Nothing of the group is left.
    }
  }
}

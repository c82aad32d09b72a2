import type { HostEvent } from '../../shared/api.ts';
import type { EngineSettings } from '../../shared/engine-state.ts';
import type { Run } from '../../shared/result.ts';
import type { Confirmed } from '../../shared/service.ts';

export interface LabOptions {
  /** Folder of the built roles. */
  readonly rolesDir: string;
  /** Another Node executable to run the roles on. */
  readonly execPath?: string;
  readonly engines?: EngineSettings;
  /** Hosts and commands that the user has said yes to; nothing, if absent. */
  readonly confirmed?: Confirmed;
  /** Samples, points, timelines and faults; `onChange` says that phase, roles or configuration changed. */
  readonly onEvent: (event: Exclude<HostEvent, { kind: 'status' }>) => void;
  readonly onChange: () => void;
  /** Told of what live measuring has measured, whenever it ends with enough for a run. */
  readonly onLiveRun?: (run: Run) => void;
}

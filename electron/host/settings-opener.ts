import type { HostEvent } from '../../shared/api.ts';
import type { Config } from '../../shared/config.ts';
import { LabError } from '../../shared/fault.ts';
import type { OpenedSettings } from '../../shared/share/opened-settings.ts';
import { parseSharedSettings } from '../../shared/share/settings-text.ts';
import type { Lab } from '../lab/lab.ts';

type Opened = Extract<HostEvent, { kind: 'settings-opened' }>;

function underWay(): LabError {
  return new LabError({
    code: 'long-measurement-under-way',
    message:
      'Settings from a link or a file were to be set while a suite or the handshake lab measures, which they would end. Wait for its end or cancel it, then open them again. Nothing was changed.',
  });
}

/** Opens settings from links and files, whichever shell they reach, and remembers the last for windows that come later. */
export class SettingsOpener {
  private readonly lab: Lab;
  private readonly emit: (event: Opened) => void;
  private last: Opened | undefined;

  constructor(lab: Lab, emit: (event: Opened) => void) {
    this.lab = lab;
    this.emit = emit;
  }

  /**
   * Sets what the text says and starts nothing: live measuring is stopped, and its figures stay, as those of the settings
   * before. A service is only told, for the user to put it in place.
   * @throws LabError `bad-link`, `long-measurement-under-way`; nothing has changed then
   */
  async open(text: unknown): Promise<OpenedSettings> {
    const { config, service } = parseSharedSettings(typeof text === 'string' ? text : '');
    const { lab } = this;
    if (lab.isLongRunning) throw underWay();
    const [before, stopped] = [lab.config, lab.isLive];
    // Up to its first wait this takes the load's loop away, so that none follows the new configuration.
    const quiet = lab.stop();
    lab.configure(config, true);
    await quiet;
    const opened = { config, before, stopped, service };
    this.last = { kind: 'settings-opened', opened, atMs: Date.now() };
    this.emit(this.last);
    return opened;
  }

  /** Whether these are the settings from before the ones that were opened: the figures that stayed are theirs. */
  isPutBack(config: Config): boolean {
    return this.last !== undefined && JSON.stringify(config) === JSON.stringify(this.last.opened.before);
  }

  /** Something was started, so it holds no more that nothing was. */
  forget(): void {
    this.last = undefined;
  }

  recentEvents(): Opened[] {
    return this.last === undefined ? [] : [this.last];
  }
}

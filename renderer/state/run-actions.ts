import type { StoreApi } from 'zustand/vanilla';
import type { HostCalls } from '../../shared/api.ts';
import { type Fault, toFault } from '../../shared/fault.ts';
import { assertRunSize } from '../../shared/read-run.ts';
import type { Run } from '../../shared/result.ts';
import type { LabelPatch } from '../../shared/run-label.ts';
import type { RevealedRun } from '../../shared/saved-runs.ts';
import { settingsSchemaId } from '../../shared/share/settings-document.ts';
import { maxSettingsLength } from '../../shared/share/settings-text.ts';
import type { LabState } from './reduce.ts';

/** What a window can do with saved runs. What fails stands among the failures. */
export interface RunActions {
  /** Asks for the list: another program may have written into the folder meanwhile. */
  lookForRuns(): void;
  chooseRuns(ids: readonly string[]): void;
  readRun(id: string): Promise<Run>;
  labelRun(id: string, patch: LabelPatch): void;
  deleteRun(id: string): void;
  /** Brings back the run that was deleted last. */
  undoDeleteRun(): void;
  /** Tries again to write a run that could not be written. */
  keepRun(id: string): void;
  /** Keeps what live measuring has measured so far. */
  keepLiveRun(): void;
  revealRun(id: string): Promise<RevealedRun>;
  /**
   * Opens a file that the user chose or dropped: keeps the run in it, or sets the controls by the settings in it.
   * @returns what was in it; undefined when that could not be opened
   */
  openFile(file: File): Promise<'run' | 'settings' | undefined>;
}

/** A file of settings is short, and says so; what else it holds is for its own reader to judge. */
const isSettingsText = (text: string): boolean =>
  text.length <= maxSettingsLength && text.includes(settingsSchemaId);

/** @param report shows a fault in the window */
export function createRunActions(
  store: StoreApi<LabState>,
  calls: () => HostCalls,
  report: (fault: Fault) => void,
): RunActions {
  const failed = (error: unknown) => report(toFault(error));
  const lookForRuns = () => {
    calls()
      .runs()
      .then((runs) => store.setState({ runs }), failed);
  };
  const chooseRuns = (chosenRuns: readonly string[]) => store.setState({ chosenRuns });
  return {
    lookForRuns,
    chooseRuns,
    readRun: (id) => calls().run(id),
    labelRun: (id, patch) => {
      calls()
        .labelRun({ id, ...patch })
        .catch(failed);
    },
    deleteRun: (id) => {
      const { runs, chosenRuns } = store.getState();
      const deletedRun = runs?.runs.find((run) => run.id === id);
      calls()
        .deleteRun(id)
        .then(
          (list) =>
            store.setState({ runs: list, deletedRun, chosenRuns: chosenRuns.filter((one) => one !== id) }),
          failed,
        );
    },
    undoDeleteRun: () => {
      const { deletedRun } = store.getState();
      if (!deletedRun) return;
      store.setState({ deletedRun: undefined });
      calls()
        .restoreRun(deletedRun.id)
        .then(({ id }) => chooseRuns([id]), failed);
    },
    keepRun: (id) => {
      calls().keepRun(id).catch(failed);
    },
    keepLiveRun: () => {
      calls()
        .keepLiveRun()
        .then((keptRun) => store.setState({ keptRun }), failed);
    },
    revealRun: (id) => calls().revealRun(id),
    openFile: async (file) => {
      try {
        // Asked before it is read: a wrong choice of a huge file must not fill the memory.
        assertRunSize(file.name, file.size);
        const text = await file.text();
        if (isSettingsText(text)) {
          await calls().openSettings(text);
          return 'settings';
        }
        const openedRun = await calls().openRun({ name: file.name, text });
        store.setState({ openedRun, chosenRuns: [openedRun.summary.id] });
        return 'run';
      } catch (error) {
        failed(error);
        return undefined;
      }
    },
  };
}

import type { RunSummary } from '../../shared/saved-runs.ts';

/** Letters alike but for case and accents: whoever types `bo do` finds `Bộ đo`. */
const folded = (text: string): string =>
  text.normalize('NFD').replace(/\p{M}/gu, '').replaceAll('đ', 'd').replaceAll('Đ', 'D').toLowerCase();

const textOf = (run: RunSummary, title: string): string =>
  folded(
    [
      title,
      run.name,
      run.note,
      ...run.tags,
      run.startedAt,
      run.kind,
      ...run.topologies,
      ...run.engines,
      run.settings.text,
      run.environment.cpuModel,
      run.environment.runtime.tls,
      run.file?.name ?? '',
    ].join('\n'),
  );

/**
 * The runs in which each word of a search occurs, wherever it does.
 * @param titleOf what a run is called where nobody has named it
 */
export function filterRuns(
  runs: readonly RunSummary[],
  search: string,
  titleOf: (run: RunSummary) => string,
): RunSummary[] {
  const words = folded(search).split(/\s+/).filter(Boolean);
  return runs.filter((run) => {
    const text = textOf(run, titleOf(run));
    return words.every((word) => text.includes(word));
  });
}

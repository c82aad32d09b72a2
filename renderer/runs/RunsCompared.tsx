import { useId, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { compareRuns, type RunComparison } from '../../shared/run-comparison/compare-runs.ts';
import {
  comparisonTable,
  differencesTable,
  readingTable,
} from '../../shared/run-comparison/comparison-tables.ts';
import {
  type ComparisonWords,
  differenceText,
  englishWords,
  noteText,
} from '../../shared/run-comparison/comparison-words.ts';
import { type MeasureId, measureIds } from '../../shared/run-comparison/measures.ts';
import type { NamedRun } from '../../shared/run-comparison/sides.ts';
import { environmentText } from '../../shared/tables.ts';
import { ChartFrame } from '../charts/ChartFrame.tsx';
import { Choice } from '../controls/Choice.tsx';
import { DataTable } from '../handshakes/DataTable.tsx';
import { useLanguage } from '../i18n/start-i18n.ts';
import { RatioDrawing, ratioDrawingHeight, ratioLegend } from './RatioDrawing.tsx';
import { type RatioScale, ratioMarks, ratioScales } from './ratio-marks.ts';

function useWords(): ComparisonWords {
  const { t } = useTranslation();
  const language = useLanguage();
  return useMemo(
    () => ({ language, say: (key, values) => t(`comparison.${key}`, { ...values }) }),
    [t, language],
  );
}

/** The lines under an exported picture: which runs, where and when, what differs, and what to know. */
function captionOf({ sides, differences, notes }: RunComparison): string[] {
  return [
    ...sides.map((side) =>
      side.kind === 'run'
        ? `${side.name} · ${side.run.startedAt} · ${environmentText(side.run.environment)}`
        : side.name,
    ),
    ...differences.map((difference) => differenceText(difference, sides, englishWords)),
    ...notes.map((note) => noteText(note, englishWords)),
  ];
}

/** What is not the same on all sides, and what to know before reading a figure. */
function Differences({ comparison, words }: { comparison: RunComparison; words: ComparisonWords }) {
  const { t } = useTranslation();
  const headingId = useId();
  const { differences, notes } = comparison;
  return (
    <article className="panel experiment" aria-labelledby={headingId}>
      <h2 id={headingId}>{t('runsCompared.differences')}</h2>
      {differences.length > 0 ? (
        <DataTable table={differencesTable(comparison, words)} />
      ) : (
        <p>{t('runsCompared.noDifferences')}</p>
      )}
      <ul className="warnings" aria-label={t('runsCompared.notes')}>
        {notes.map((note) => (
          <li key={note.key}>{noteText(note, words)}</li>
        ))}
      </ul>
    </article>
  );
}

function Ratios({ comparison, words }: { comparison: RunComparison; words: ComparisonWords }) {
  const { t } = useTranslation();
  const headingId = useId();
  const known = measureIds.filter((id) =>
    comparison.rows.some(({ measures }) => measures.some(({ measure }) => measure === id)),
  );
  const isRelative = comparison.rows.some(({ relativeTo }) => relativeTo !== undefined);
  const [measure, setMeasure] = useState<MeasureId>(known[0] ?? 'serversUs');
  // Over machines only the multiples of each side's own hold: they are what is shown at first.
  const [scale, setScale] = useState<RatioScale>(isRelative ? 'relative' : 'plain');
  const [baseline, ...others] = comparison.sides.map(({ name }) => name);
  const data = ratioMarks(comparison, measure, scale, words);
  const table = readingTable(comparison, words, measure);
  return (
    <article className="panel experiment" aria-labelledby={headingId}>
      <h2 id={headingId}>{t('runsCompared.ratios')}</h2>
      <label>
        {t('runsCompared.measure')}{' '}
        <select
          value={measure}
          onChange={({ target }) => setMeasure(known.find((id) => id === target.value) ?? measure)}
        >
          {known.map((id) => (
            <option key={id} value={id}>
              {words.say(`measures.${id}`)}
            </option>
          ))}
        </select>
      </label>
      {isRelative && (
        <Choice
          legend={t('runsCompared.scale')}
          options={ratioScales.map((value) => ({ value, label: t(`runsCompared.scales.${value}`) }))}
          value={scale}
          onChange={setScale}
        />
      )}
      <ChartFrame
        name="runs-compared"
        title={words.say(`measures.${measure}`)}
        unit={t(`runsCompared.units.${scale}`, { baseline })}
        legend={ratioLegend(others)}
        height={data.names.length > 0 ? ratioDrawingHeight(data) : 60}
        empty={data.names.length > 0 ? undefined : t('runsCompared.empty')}
        table={() => readingTable(comparison, englishWords, measure)}
        data={() => comparisonTable(comparison)}
        caption={() => captionOf(comparison)}
        foot={data.leftOut > 0 && <p className="hint">{t('runsCompared.leftOut', { rows: data.leftOut })}</p>}
      >
        {(size) => <RatioDrawing data={data} size={size} />}
      </ChartFrame>
      <DataTable table={table} />
    </article>
  );
}

interface RunsComparedProps {
  /** Two to four, the first the baseline; one to three beside the published figures. */
  readonly runs: readonly NamedRun[];
  /** The published figures are then the baseline. */
  readonly withPublished: boolean;
}

/**
 * Runs held against each other: what differs, their ratios as a chart, and as a table. Its parent scrolls.
 * @throws LabError `not-comparable` for another number of runs, or one without points
 */
export function RunsCompared({ runs, withPublished }: RunsComparedProps) {
  const words = useWords();
  const comparison = useMemo(
    () => compareRuns(runs, withPublished ? words.say('words.published') : undefined),
    [runs, withPublished, words],
  );
  // Another choice of runs begins with the scale that fits it.
  const chosen = comparison.sides.map((side) => (side.kind === 'run' ? side.run.id : side.kind)).join(' ');
  return (
    <>
      <Differences comparison={comparison} words={words} />
      <Ratios key={chosen} comparison={comparison} words={words} />
    </>
  );
}

import { engineFigures } from './engine-figures.ts';
import type { Figure, Outcome } from './figures.ts';
import { handshakeFigures } from './handshake-figures.ts';
import { labFigures } from './lab-figures.ts';
import { loadFigures } from './load-figures.ts';
import { proxyFigures } from './proxy-figures.ts';
import { samplingFigures } from './sampling-figures.ts';
import { suiteFigures } from './suite-figures.ts';
import { soakFigure, windowFigures } from './window-figures.ts';
import { wireFigures } from './wire-figures.ts';

const figures: readonly Figure[] = [
  ...loadFigures,
  ...proxyFigures,
  ...engineFigures,
  ...wireFigures,
  ...labFigures,
  ...samplingFigures,
  ...handshakeFigures,
  ...suiteFigures,
  ...windowFigures,
];

function verdict(figure: Figure, outcome: Outcome): string {
  if (outcome.kind === 'skipped') return `skipped: ${outcome.reason}`;
  if (figure.atMost === Number.POSITIVE_INFINITY) return '';
  const met = outcome.ratio <= figure.atMost && outcome.ratio >= (figure.atLeast ?? 0);
  return met ? 'met' : 'NOT MET';
}

function boundOf({ atLeast, atMost }: Figure): string {
  if (atMost === Number.POSITIVE_INFINITY) return '–';
  return atLeast === undefined ? `≤ ${atMost}` : `${atLeast}–${atMost}`;
}

function row(figure: Figure, outcome: Outcome): string {
  const bound = boundOf(figure);
  const shown =
    outcome.kind === 'skipped'
      ? '–'
      : `${outcome.ratio.toFixed(3)} (${outcome.numerator} ÷ ${outcome.denominator})${outcome.proof ? `; ${outcome.proof}` : ''}`;
  return `| ${figure.what} | ${shown} | ${bound} | ${verdict(figure, outcome)} |`;
}

/** `--only id,id` measures some (`--only soak` the ten minutes that are otherwise left out); `--json` prints the outcomes as JSON instead of a table. */
async function main(): Promise<void> {
  const only = process.argv[process.argv.indexOf('--only') + 1]?.split(',');
  const isChosen = (figure: Figure) =>
    !process.argv.includes('--only') || only?.some((id) => figure.id.startsWith(id));
  const outcomes: { id: string; what: string; verdict: string; outcome: Outcome }[] = [];
  const asJson = process.argv.includes('--json');
  if (!asJson) console.log('| figure | measured | allowed | |\n|---|---|---|---|');
  const chosen = only?.includes(soakFigure.id) ? [soakFigure] : figures.filter(isChosen);
  for (const figure of chosen) {
    const outcome = await figure.measure();
    if (!asJson) console.log(row(figure, outcome));
    outcomes.push({ id: figure.id, what: figure.what, verdict: verdict(figure, outcome), outcome });
  }
  if (asJson) console.log(JSON.stringify(outcomes, undefined, 2));
  process.exitCode = outcomes.some((one) => one.verdict === 'NOT MET') ? 1 : 0;
}

void main();

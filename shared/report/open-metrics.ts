import { withVisibleControls } from './markup.ts';

/** Labels of one sample; those that are undefined are left out. */
export type Labels = Readonly<Record<string, string | number | boolean | undefined>>;

export interface MetricSample {
  /** Of the family's name: `_total`, `_info`; empty otherwise. */
  readonly suffix: '' | '_total' | '_info';
  readonly labels: Labels;
  readonly value: number;
}

/** A metric family of OpenMetrics 1.0; its name ends in its unit. */
export interface MetricFamily {
  readonly name: string;
  readonly type: 'gauge' | 'counter' | 'summary' | 'info';
  /** A base unit: seconds, bytes. Absent for plain numbers. */
  readonly unit?: 'seconds' | 'bytes';
  readonly help: string;
  readonly samples: readonly MetricSample[];
}

/** OpenMetrics 1.0, "Escaping": backslash, line feed and the double quote. */
const escaped = (text: string) =>
  withVisibleControls(text).replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('"', '\\"');

function labelsText(labels: Labels): string {
  const given = Object.entries(labels).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}="${escaped(String(value))}"`],
  );
  return given.length === 0 ? '' : `{${given.join(',')}}`;
}

/**
 * Metric families as OpenMetrics 1.0 text (prometheus.io/docs/specs/om/open_metrics_spec). Families without samples are
 * left out.
 * @param timestampS when all of it was so, seconds since 1970
 */
export function openMetricsText(families: readonly MetricFamily[], timestampS: number): string {
  const written = families
    .filter(({ samples }) => samples.length > 0)
    .flatMap(({ name, type, unit, help, samples }) => [
      `# TYPE ${name} ${type}`,
      ...(unit === undefined ? [] : [`# UNIT ${name} ${unit}`]),
      `# HELP ${name} ${escaped(help)}`,
      ...samples.map(
        ({ suffix, labels, value }) => `${name}${suffix}${labelsText(labels)} ${value} ${timestampS}`,
      ),
    ]);
  return `${[...written, '# EOF'].join('\n')}\n`;
}

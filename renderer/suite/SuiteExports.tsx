import { useTranslation } from 'react-i18next';
import type { ExportFile } from '../../shared/api.ts';
import { runToMarkdown } from '../../shared/report/report-markdown.ts';
import type { Run } from '../../shared/result.ts';
import { runToCsv } from '../../shared/tables.ts';
import { useKeepFile } from '../charts/use-keep-file.ts';

const kinds = ['json', 'csv', 'markdown'] as const;

/** The whole suite as a file; its name carries the day and the minute, without signs that a file system refuses. */
export function suiteFile(run: Run, kind: (typeof kinds)[number]): ExportFile {
  const name = `tls-cost-lab-suite-${run.startedAt.slice(0, 16).replaceAll(':', '').replace('T', '-')}`;
  switch (kind) {
    case 'json':
      return { name: `${name}.json`, mimeType: 'application/json', data: JSON.stringify(run) };
    case 'csv':
      return { name: `${name}.csv`, mimeType: 'text/csv', data: runToCsv(run) };
    case 'markdown':
      return { name: `${name}.md`, mimeType: 'text/markdown', data: runToMarkdown(run) };
  }
}

/** Saves everything that the suite has measured so far. */
export function SuiteExports({ run }: { run: Run }) {
  const { t } = useTranslation();
  const { said, keep, attempt } = useKeepFile();
  return (
    <div className="suite-exports">
      <output className="suite-said">{said}</output>
      <span>{t('suite.save')}</span>
      {kinds.map((kind) => (
        <button
          key={kind}
          type="button"
          className="small-button"
          onClick={() => attempt(keep(suiteFile(run, kind)))}
        >
          {t(`suite.saves.${kind}`)}
        </button>
      ))}
    </div>
  );
}

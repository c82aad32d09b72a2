import { useTranslation } from 'react-i18next';
import type { ExportFile } from '../../shared/api.ts';
import type { Run } from '../../shared/result.ts';
import { runToCsv, runToMarkdown } from '../../shared/tables.ts';
import { csvFile, jsonFile } from '../charts/export/chart-files.ts';
import { useKeepFile } from '../charts/use-keep-file.ts';
import { documentName } from '../report/document-name.ts';

const kinds = ['json', 'csv', 'markdown'] as const;

/** The whole suite as a file. */
function suiteFile(run: Run, kind: (typeof kinds)[number]): ExportFile {
  const name = documentName('suite', run.startedAt);
  switch (kind) {
    case 'json':
      return jsonFile(name, run);
    case 'csv':
      return csvFile(name, runToCsv(run));
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

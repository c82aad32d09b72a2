import { useTranslation } from 'react-i18next';
import { jsonFile } from '../charts/export/chart-files.ts';
import { useKeepFile } from '../charts/use-keep-file.ts';
import { documentName } from './document-name.ts';

interface DocumentExportProps {
  /** What the document is of; a part of the file's name. */
  readonly of: 'handshakes' | 'probe';
  readonly document: { readonly startedAt: string };
}

/** Saves the whole document, the same that the command line prints. */
export function DocumentExport({ of, document }: DocumentExportProps) {
  const { t } = useTranslation();
  const { said, keep, attempt } = useKeepFile();
  const name = documentName(of, document.startedAt);
  return (
    <div className="suite-exports">
      <output className="suite-said">{said}</output>
      <button type="button" className="small-button" onClick={() => attempt(keep(jsonFile(name, document)))}>
        {t('charts.actions.json')}
      </button>
    </div>
  );
}

import { useTranslation } from 'react-i18next';
import type { HandshakeDocument } from '../../shared/handshake/document.ts';
import { jsonFile } from '../charts/export/chart-files.ts';
import { useKeepFile } from '../charts/use-keep-file.ts';

/** Saves the whole document, the same that the command line prints. */
export function HandshakeExport({ document }: { document: HandshakeDocument }) {
  const { t } = useTranslation();
  const { said, keep, attempt } = useKeepFile();
  const name = `tls-cost-lab-handshakes-${document.startedAt.slice(0, 16).replaceAll(':', '').replace('T', '-')}`;
  return (
    <div className="suite-exports">
      <output className="suite-said">{said}</output>
      <button type="button" className="small-button" onClick={() => attempt(keep(jsonFile(name, document)))}>
        {t('charts.actions.json')}
      </button>
    </div>
  );
}

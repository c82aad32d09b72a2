import { useTranslation } from 'react-i18next';
import { runFormats } from '../../shared/report/formats.ts';
import type { Run } from '../../shared/result.ts';
import { MenuButton } from '../charts/MenuButton.tsx';
import { useKeepFile } from '../charts/use-keep-file.ts';
import { isDesktop } from '../links.ts';

/** Saves a whole run in the form that is chosen from a menu, and says how it went. */
export function RunExports({ run }: { run: Run }) {
  const { t } = useTranslation();
  const { said, keepRun, attempt } = useKeepFile();
  const items = runFormats.map((format) => ({
    id: format,
    label: t(`runExports.${format === 'pdf' && !isDesktop() ? 'pdfByBrowser' : format}`),
  }));
  return (
    <div className="suite-exports">
      <output className="suite-said">{said}</output>
      <MenuButton
        className="small-button"
        name={t('runExports.menu')}
        items={items}
        onChoose={(format) => attempt(keepRun(run, format))}
      >
        {t('runExports.save')}
      </MenuButton>
    </div>
  );
}

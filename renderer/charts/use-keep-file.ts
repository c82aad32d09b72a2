import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ExportFile } from '../../shared/api.ts';
import { toFault } from '../../shared/fault.ts';
import type { RunFormat } from '../../shared/report/formats.ts';
import type { Run } from '../../shared/result.ts';
import { useLabActions } from '../state/use-lab.ts';
import { offerDownload } from './export/chart-files.ts';

const saidForMs = 5000;

/** Keeps files by way of the host, and says for some seconds how it went. */
export function useKeepFile() {
  const { t } = useTranslation();
  const { exportFile, exportRun } = useLabActions();
  const [said, setSaid] = useState('');
  const say = (text: string) => {
    setSaid(text);
    setTimeout(() => setSaid((now) => (now === text ? '' : now)), saidForMs);
  };
  const keep = async (file: ExportFile) => {
    const answer = await exportFile(file);
    if (answer === null) return;
    if ('path' in answer) return say(t('charts.saved', { path: answer.path }));
    offerDownload(file);
    say(t('charts.downloaded', { name: file.name }));
  };
  const keepRun = async (run: Run, format: RunFormat) => {
    say(t('runExports.making'));
    const answer = await exportRun(run, format);
    if (answer === null) return say('');
    if ('path' in answer) return say(t('charts.saved', { path: answer.path }));
    const { download } = answer;
    offerDownload(download);
    say(t(format === 'pdf' ? 'runExports.printIt' : 'charts.downloaded', { name: download.name }));
  };
  /** Says why something did not come about. */
  const attempt = (work: Promise<void>) => {
    work.catch((error: unknown) => say(toFault(error).message));
  };
  return { said, say, keep, keepRun, attempt };
}

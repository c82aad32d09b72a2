import { useTranslation } from 'react-i18next';
import type { RunSummary } from '../../shared/saved-runs.ts';
import { useLanguage } from '../i18n/start-i18n.ts';

/** What a run is called: its name, or what it is and of what while nobody has named it. */
export function useRunTitle(): (run: Pick<RunSummary, 'name' | 'kind' | 'topologies'>) => string {
  const { t } = useTranslation();
  return ({ name, kind, topologies }) =>
    name === '' ? t(`runs.titles.${kind}`, { topologies: topologies.join(' ') }) : name;
}

/** A moment in the words of the window's language. */
export function useMoment(): (iso: string) => string {
  const language = useLanguage();
  return (iso) => new Date(iso).toLocaleString(language, { dateStyle: 'medium', timeStyle: 'short' });
}

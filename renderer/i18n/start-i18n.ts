import i18next from 'i18next';
import { initReactI18next, useTranslation } from 'react-i18next';
import type { Preferences } from '../../shared/api.ts';
import { englishEngineSentences } from '../../shared/engine-sentences.ts';
import { handshakeDoubtSentences } from '../../shared/handshake/doubts.ts';
import { planSentences } from '../../shared/planner/plan-sentences.ts';
import { probeSentences } from '../../shared/probe/probe-sentences.ts';
import { englishComparison } from '../../shared/run-comparison/comparison-texts.ts';
import { englishShapeSentences } from '../../shared/shape-sentences.ts';
import type { Language } from '../../shared/units.ts';
import { englishSentences } from '../../shared/verdict-sentences.ts';
import en from './en.json';
import vi from './vi.json';

/** All texts. The English sentences of some parts live in shared/, for the terminal says them too. */
export const texts = {
  en: {
    ...en,
    verdict: englishSentences,
    shape: englishShapeSentences,
    engineNotes: englishEngineSentences,
    probeSays: probeSentences,
    comparison: englishComparison,
    handshakeDoubts: handshakeDoubtSentences,
    planSays: planSentences,
  },
  vi,
} as const;

/** Makes the texts available to every component; English until the preference is known. */
export function startI18n(): void {
  void i18next.use(initReactI18next).init({
    resources: { en: { translation: texts.en }, vi: { translation: texts.vi } },
    lng: resolveLanguage('system', navigator.languages),
    fallbackLng: 'en',
    initAsync: false,
    // React escapes what it draws.
    interpolation: { escapeValue: false },
  });
}

/** The language to speak: the one preferred, or for `system` the first that we have. */
export function resolveLanguage(preference: Preferences['language'], system: readonly string[]): Language {
  if (preference !== 'system') return preference;
  const known = system
    .map((tag) => tag.slice(0, 2).toLowerCase())
    .find((tag) => tag === 'en' || tag === 'vi');
  return known === 'vi' ? 'vi' : 'en';
}

/** The language in which texts and numbers are written just now. */
export function useLanguage(): Language {
  const { i18n } = useTranslation();
  return i18n.language === 'vi' ? 'vi' : 'en';
}

export function speak(language: Language): void {
  document.documentElement.lang = language;
  if (i18next.language !== language) void i18next.changeLanguage(language);
}

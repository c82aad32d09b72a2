import { type KeyboardEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';

export const views = ['live', 'suite', 'anatomy', 'handshakes', 'probe', 'runs', 'planner'] as const;
export type View = (typeof views)[number];

export const tabId = (view: View) => `tab-${view}`;
export const viewId = (view: View) => `view-${view}`;

const steps: Record<string, (at: number) => number> = {
  ArrowRight: (at) => (at + 1) % views.length,
  ArrowLeft: (at) => (at + views.length - 1) % views.length,
  Home: () => 0,
  End: () => views.length - 1,
};

interface ViewTabsProps {
  readonly view: View;
  readonly onChange: (view: View) => void;
}

/** Tabs after the WAI-ARIA pattern: one stop of the Tab key, arrows go from one view to the next. */
export function ViewTabs({ view, onChange }: ViewTabsProps) {
  const { t } = useTranslation();
  const list = useRef<HTMLDivElement>(null);
  const onKeyDown = (event: KeyboardEvent) => {
    const next = views[steps[event.key]?.(views.indexOf(view)) ?? -1];
    if (!next) return;
    event.preventDefault();
    onChange(next);
    list.current?.querySelector<HTMLElement>(`#${tabId(next)}`)?.focus();
  };
  return (
    <div className="tabs" role="tablist" aria-label={t('views.title')} ref={list} onKeyDown={onKeyDown}>
      {views.map((each) => (
        <button
          key={each}
          type="button"
          role="tab"
          id={tabId(each)}
          className="tab"
          aria-selected={each === view}
          aria-controls={each === view ? viewId(each) : undefined}
          tabIndex={each === view ? 0 : -1}
          onClick={() => onChange(each)}
        >
          {t(`views.${each}`)}
        </button>
      ))}
    </div>
  );
}

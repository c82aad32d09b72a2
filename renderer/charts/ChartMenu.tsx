import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PictureChoice } from './PictureChoice.tsx';

export type ChartAction =
  | 'png'
  | 'copyPicture'
  | 'svg'
  | 'vegaLite'
  | 'csv'
  | 'json'
  | 'markdown'
  | 'markdownFile';

/** Every kind of entry: actions, the sizes of the picture, and its ground. */
const anyItem = '[role^=menuitem]';
/** The entry that the menu opens at is the first that does something. */
const firstAction = '[role=menuitem]';
const edgeRoomPx = 6;

const next = (at: number, count: number) => (at + 1) % count;
const previous = (at: number, count: number) => (at + count - 1) % count;
const steps: Record<string, (at: number, count: number) => number> = {
  ArrowDown: next,
  ArrowRight: next,
  ArrowUp: previous,
  ArrowLeft: previous,
  Home: () => 0,
  End: (_at, count) => count - 1,
};

/** Moves an open menu up as far as it would reach below the window. */
function keepInWindow(menu: HTMLElement | null): void {
  if (!menu) return;
  const beyondPx = menu.getBoundingClientRect().bottom + edgeRoomPx - window.innerHeight;
  if (beyondPx > 0) menu.style.marginTop = `${-beyondPx}px`;
}

interface ChartMenuProps {
  readonly title: string;
  readonly actions: readonly ChartAction[];
  readonly onAction: (action: ChartAction) => void;
}

/** What can be done with a chart: a menu button after the WAI-ARIA pattern (arrows move, Escape closes). */
export function ChartMenu({ title, actions, onAction }: ChartMenuProps) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);

  const itemsOf = () => [...(box.current?.querySelectorAll<HTMLElement>(anyItem) ?? [])];
  useLayoutEffect(() => {
    if (isOpen) keepInWindow(box.current?.querySelector<HTMLElement>('[role=menu]') ?? null);
  }, [isOpen]);
  useEffect(() => {
    if (!isOpen) return;
    box.current?.querySelector<HTMLElement>(firstAction)?.focus({ preventScroll: true });
    const closeOutside = (event: PointerEvent) => {
      if (event.target instanceof Node && !box.current?.contains(event.target)) setOpen(false);
    };
    document.addEventListener('pointerdown', closeOutside);
    return () => document.removeEventListener('pointerdown', closeOutside);
  }, [isOpen]);

  const close = () => {
    setOpen(false);
    button.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isOpen) return;
    if (event.key === 'Escape') close();
    if (event.key === 'Tab') setOpen(false);
    const step = steps[event.key];
    if (!step) return;
    event.preventDefault();
    const items = itemsOf();
    const focused = document.activeElement;
    const at = focused instanceof HTMLElement ? items.indexOf(focused) : -1;
    items[step(at, items.length)]?.focus();
  };

  return (
    <div className="menu" ref={box}>
      <button
        ref={button}
        type="button"
        className="menu-button"
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        aria-label={t('charts.menu', { title })}
        onClick={() => setOpen(!isOpen)}
      >
        ⋯
      </button>
      {isOpen && (
        <div
          className="menu-items"
          id={id}
          role="menu"
          tabIndex={-1}
          aria-label={t('charts.menu', { title })}
          onKeyDown={onKeyDown}
        >
          <PictureChoice />
          {actions.map((action) => (
            <button
              key={action}
              type="button"
              role="menuitem"
              tabIndex={-1}
              onClick={() => {
                close();
                onAction(action);
              }}
            >
              {t(`charts.actions.${action}`)}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}

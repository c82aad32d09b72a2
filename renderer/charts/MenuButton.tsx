import {
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';

/** Every kind of entry: those that do something, and those that choose how. */
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

/** Moves an open menu up as far as it reaches below the window. */
function moveIntoWindow(menu: HTMLElement): void {
  const beyondPx = menu.getBoundingClientRect().bottom + edgeRoomPx - window.innerHeight;
  const raisedPx = Number.parseFloat(menu.style.marginTop) || 0;
  if (beyondPx > 0) menu.style.marginTop = `${raisedPx - beyondPx}px`;
}

/** Does so from now on: what is measured may add a line above a menu while it is open. @returns ends it */
function keepInWindow(menu: HTMLElement): () => void {
  moveIntoWindow(menu);
  const observer = new IntersectionObserver(() => moveIntoWindow(menu), { threshold: 1 });
  observer.observe(menu);
  return () => observer.disconnect();
}

interface MenuButtonProps<Id extends string> {
  /** Of the button and of its menu, for whoever does not see where they stand. */
  readonly name: string;
  readonly className: string;
  readonly items: readonly { readonly id: Id; readonly label: string }[];
  readonly onChoose: (id: Id) => void;
  /** Choices above the entries, themselves of a role that begins with `menuitem`. */
  readonly choices?: ReactNode;
  /** What the button shows. */
  readonly children: ReactNode;
}

/** A button with a menu, after the WAI-ARIA pattern (arrows move, Escape closes). */
export function MenuButton<Id extends string>(props: MenuButtonProps<Id>) {
  const { name, className, items, onChoose, choices, children } = props;
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);

  const itemsOf = () => [...(box.current?.querySelectorAll<HTMLElement>(anyItem) ?? [])];
  useLayoutEffect(() => {
    const menu = isOpen ? box.current?.querySelector<HTMLElement>('[role=menu]') : undefined;
    return menu ? keepInWindow(menu) : undefined;
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
    const shown = itemsOf();
    const focused = document.activeElement;
    const at = focused instanceof HTMLElement ? shown.indexOf(focused) : -1;
    shown[step(at, shown.length)]?.focus();
  };

  return (
    <div className="menu" ref={box}>
      <button
        ref={button}
        type="button"
        className={className}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        aria-label={name}
        onClick={() => setOpen(!isOpen)}
      >
        {children}
      </button>
      {isOpen && (
        <div className="menu-items" id={id} role="menu" tabIndex={-1} aria-label={name} onKeyDown={onKeyDown}>
          {choices}
          {items.map((item) => (
            <button
              key={item.id}
              type="button"
              role="menuitem"
              tabIndex={-1}
              onClick={() => {
                close();
                onChoose(item.id);
              }}
            >
              {item.label}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}

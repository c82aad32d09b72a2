import { type KeyboardEvent, useId, useState } from 'react';

interface TypedFieldProps {
  readonly label: string;
  /** What holds now, as text. */
  readonly text: string;
  readonly parse: (text: string) => number | undefined;
  readonly bounds: { readonly min: number; readonly max: number };
  /** Said when what was typed can't be used: what is allowed. */
  readonly refusal: string;
  /** Why the host refused the value that was sent last. */
  readonly fault?: string | undefined;
  readonly onCommit: (value: number) => void;
}

/**
 * A typed value. It is sent on Enter or on leaving the field, and only when it can be read and lies within the bounds;
 * Escape gives back what holds, and so does another choice after a value that could not be used. Ctrl+Enter, which
 * starts the lab, sends it first.
 */
export function TypedField(props: TypedFieldProps) {
  const { label, text, parse, bounds, refusal, fault, onCommit } = props;
  const [draft, setDraft] = useState<string | undefined>();
  const id = useId();
  const value = draft === undefined ? undefined : parse(draft);
  const isUsable = value !== undefined && value >= bounds.min && value <= bounds.max;
  const isWrong = draft !== undefined && !isUsable;
  const message = isWrong ? refusal : draft === undefined ? fault : undefined;

  const [seenText, setSeenText] = useState(text);
  if (seenText !== text) {
    setSeenText(text);
    if (isWrong) setDraft(undefined);
  }

  const commit = () => {
    if (draft === undefined || !isUsable) return;
    setDraft(undefined);
    if (draft !== text) onCommit(value);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') commit();
    if (event.key === 'Escape') setDraft(undefined);
  };

  return (
    <div className="typed">
      <label className="unseen" htmlFor={id}>
        {label}
      </label>
      <input
        id={id}
        type="text"
        autoComplete="off"
        spellCheck={false}
        value={draft ?? text}
        aria-invalid={isWrong || undefined}
        aria-describedby={message ? `${id}-message` : undefined}
        onChange={(event) => setDraft(event.target.value)}
        onBlur={commit}
        onKeyDown={onKeyDown}
      />
      {message && (
        <p id={`${id}-message`} className="typed-message" role="alert">
          {message}
        </p>
      )}
    </div>
  );
}

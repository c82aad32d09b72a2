import { useId } from 'react';

interface ProbeFieldProps {
  readonly label: string;
  readonly text: string;
  /** Shown while the field is empty: what it takes. */
  readonly example?: string;
  /** Why what stands there can't be used. */
  readonly refusal: string | undefined;
  readonly onChange: (text: string) => void;
}

/** A typed text under its name, and beneath it why it can't be used. */
export function ProbeField({ label, text, example, refusal, onChange }: ProbeFieldProps) {
  const id = useId();
  return (
    <div className="typed probe-field">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="text"
        autoComplete="off"
        spellCheck={false}
        placeholder={example}
        value={text}
        aria-invalid={refusal !== undefined || undefined}
        aria-describedby={refusal && `${id}-message`}
        onChange={({ target }) => onChange(target.value)}
      />
      {refusal && (
        <p id={`${id}-message`} className="typed-message" role="alert">
          {refusal}
        </p>
      )}
    </div>
  );
}

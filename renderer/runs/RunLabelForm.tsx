import { useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type LabelPatch, labelBounds } from '../../shared/run-label.ts';
import type { RunSummary } from '../../shared/saved-runs.ts';

/** Tags as they are typed: with commas between them, each once, within their bounds. */
export function tagsFrom(text: string): string[] {
  const tags = text.split(',').map((tag) => tag.trim().slice(0, labelBounds.tagLength));
  return [...new Set(tags.filter(Boolean))].slice(0, labelBounds.tags);
}

interface KeptTextProps {
  readonly label: string;
  /** As it is kept. */
  readonly text: string;
  readonly mostLetters?: number;
  readonly example?: string;
  readonly lines?: number;
  readonly onKeep: (text: string) => void;
}

/** A text that is kept once it is left, or at Enter where it has one line. */
function KeptText({ label, text, mostLetters, example, lines, onKeep }: KeptTextProps) {
  const id = useId();
  const [typed, setTyped] = useState(text);
  // Another window may have written meanwhile.
  useEffect(() => setTyped(text), [text]);
  const keep = () => {
    if (typed !== text) onKeep(typed);
  };
  const field = { id, className: 'written', maxLength: mostLetters, value: typed, onBlur: keep };
  return (
    <>
      <label htmlFor={id}>{label}</label>
      {lines === undefined ? (
        <input
          {...field}
          type="text"
          placeholder={example}
          onChange={({ target }) => setTyped(target.value)}
          onKeyDown={({ key }) => key === 'Enter' && keep()}
        />
      ) : (
        <textarea {...field} rows={lines} onChange={({ target }) => setTyped(target.value)} />
      )}
    </>
  );
}

interface RunLabelFormProps {
  readonly run: RunSummary;
  readonly onLabel: (patch: LabelPatch) => void;
}

/** What a person writes on a run: name, tags and note. */
export function RunLabelForm({ run, onLabel }: RunLabelFormProps) {
  const { t } = useTranslation();
  return (
    <div className="run-label">
      <KeptText
        label={t('runs.name')}
        text={run.name}
        mostLetters={labelBounds.nameLength}
        onKeep={(name) => onLabel({ name })}
      />
      <KeptText
        label={t('runs.tags')}
        text={run.tags.join(', ')}
        example={t('runs.tagsExample')}
        onKeep={(tags) => onLabel({ tags: tagsFrom(tags) })}
      />
      <KeptText
        label={t('runs.note')}
        text={run.note}
        mostLetters={labelBounds.noteLength}
        lines={2}
        onKeep={(note) => onLabel({ note })}
      />
    </div>
  );
}

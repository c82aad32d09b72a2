import { type FormEvent, useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type LabelPatch, labelBounds } from '../../shared/run-label.ts';
import type { RunSummary } from '../../shared/saved-runs.ts';

/** Tags as they are typed: with commas between them, each once. */
export const tagsFrom = (text: string): string[] =>
  [
    ...new Set(
      text
        .split(',')
        .map((tag) => tag.trim().slice(0, labelBounds.tagLength))
        .filter(Boolean),
    ),
  ].slice(0, labelBounds.tags);

interface RunLabelFormProps {
  readonly run: RunSummary;
  readonly onLabel: (patch: LabelPatch) => void;
}

/** Name, tags and note of a run; a field is kept once it is left, or at Enter. */
export function RunLabelForm({ run, onLabel }: RunLabelFormProps) {
  const { t } = useTranslation();
  const id = useId();
  const [name, setName] = useState(run.name);
  const [tags, setTags] = useState(run.tags.join(', '));
  const [note, setNote] = useState(run.note);
  // Another window may have written meanwhile.
  useEffect(() => {
    setName(run.name);
    setTags(run.tags.join(', '));
    setNote(run.note);
  }, [run.name, run.note, run.tags]);

  const keep = () => {
    const typedTags = tagsFrom(tags);
    const patch: LabelPatch = {
      ...(name === run.name ? {} : { name }),
      ...(note === run.note ? {} : { note }),
      ...(typedTags.join() === run.tags.join() ? {} : { tags: typedTags }),
    };
    if (Object.keys(patch).length > 0) onLabel(patch);
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    keep();
  };
  return (
    <form className="run-label" onSubmit={onSubmit} onBlur={keep}>
      <label htmlFor={`${id}-name`}>{t('runs.name')}</label>
      <input
        id={`${id}-name`}
        type="text"
        maxLength={labelBounds.nameLength}
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      <label htmlFor={`${id}-tags`}>{t('runs.tags')}</label>
      <input
        id={`${id}-tags`}
        type="text"
        placeholder={t('runs.tagsExample')}
        value={tags}
        onChange={({ target }) => setTags(target.value)}
      />
      <label htmlFor={`${id}-note`}>{t('runs.note')}</label>
      <textarea
        id={`${id}-note`}
        rows={2}
        maxLength={labelBounds.noteLength}
        value={note}
        onChange={({ target }) => setNote(target.value)}
      />
    </form>
  );
}

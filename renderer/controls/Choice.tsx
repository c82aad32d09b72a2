import { useId } from 'react';

export interface Option<T> {
  readonly value: T;
  readonly label: string;
}

interface ChoiceProps<T extends string | number> {
  readonly legend: string;
  readonly options: readonly Option<T>[];
  /** A value that is no option leaves all of them unchosen. */
  readonly value: T | undefined;
  readonly onChange: (value: T) => void;
  /** Shows the legend above instead of beside. */
  readonly stacked?: boolean;
  readonly hideLegend?: boolean;
}

/** One of a few values: native radio buttons that look like a row of keys, so arrow keys and screen readers work. */
export function Choice<T extends string | number>(props: ChoiceProps<T>) {
  const { legend, options, value, onChange, stacked = false, hideLegend = false } = props;
  const name = useId();
  return (
    <fieldset className={stacked ? 'choice choice-stacked' : 'choice'}>
      <legend className={hideLegend ? 'unseen' : 'choice-legend'}>{legend}</legend>
      <div className="choice-keys">
        {options.map((option) => (
          <label key={option.value} className="choice-key">
            <input
              type="radio"
              name={name}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
            />
            <span>{option.label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

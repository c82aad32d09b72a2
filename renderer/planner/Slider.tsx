import { useId } from 'react';
import { TypedField } from '../controls/TypedField.tsx';

const steps = 1000;

interface SliderProps {
  readonly label: string;
  readonly value: number;
  readonly bounds: { readonly min: number; readonly max: number };
  /** Equal distances are equal factors; the least is then what stands for 0. */
  readonly isLog?: boolean;
  readonly text: string;
  readonly parse: (text: string) => number | undefined;
  readonly refusal: string;
  readonly onChange: (value: number) => void;
}

/** Three significant digits are as fine as a slider is moved. */
const rounded = (value: number): number => Number(value.toPrecision(3));

/** A value that is dragged or typed. */
export function Slider(props: SliderProps) {
  const { label, value, bounds, isLog = false, text, parse, refusal, onChange } = props;
  const id = useId();
  const { min, max } = bounds;
  const least = isLog ? Math.max(min, 1) : min;
  const span = isLog ? Math.log(max / least) : max - least;
  const part = isLog ? Math.log(Math.max(value, least) / least) / span : (value - least) / span;
  const valueAt = (place: number) => (isLog ? least * Math.exp(span * place) : least + span * place);
  return (
    <div className="slider">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="range"
        min={0}
        max={steps}
        value={Math.round(part * steps)}
        aria-valuetext={text}
        onChange={({ target }) => onChange(rounded(valueAt(Number(target.value) / steps)))}
      />
      <TypedField
        label={label}
        text={text}
        parse={parse}
        bounds={bounds}
        refusal={refusal}
        onCommit={onChange}
      />
    </div>
  );
}

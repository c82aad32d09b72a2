import { useId } from 'react';
import { TypedField } from '../controls/TypedField.tsx';
import { type Bounds, Range } from './Range.tsx';

interface SliderProps {
  readonly label: string;
  readonly value: number;
  readonly bounds: Bounds;
  readonly isLog: boolean;
  readonly text: string;
  readonly parse: (text: string) => number | undefined;
  readonly refusal: string;
  readonly onChange: (value: number) => void;
}

/** A value that is dragged or typed. */
export function Slider({ label, value, bounds, isLog, text, parse, refusal, onChange }: SliderProps) {
  const id = useId();
  return (
    <div className="slider">
      <label htmlFor={id}>{label}</label>
      <Range id={id} value={value} bounds={bounds} isLog={isLog} text={text} onChange={onChange} />
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

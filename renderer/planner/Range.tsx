const steps = 1000;

export interface Bounds {
  readonly min: number;
  readonly max: number;
}

interface RangeProps {
  readonly id?: string;
  /** Where no element labels it. */
  readonly name?: string;
  readonly value: number;
  readonly bounds: Bounds;
  /** Equal distances are equal factors; the least place is then that of 1. */
  readonly isLog: boolean;
  /** The value in words. */
  readonly text: string;
  readonly onChange: (value: number) => void;
}

/** Three significant digits are as fine as a value is dragged. */
const rounded = (value: number): number => Number(value.toPrecision(3));

/** A value that is dragged, on a linear or a logarithmic way. */
export function Range({ id, name, value, bounds, isLog, text, onChange }: RangeProps) {
  const least = isLog ? Math.max(bounds.min, 1) : bounds.min;
  const way = isLog ? Math.log(bounds.max / least) : bounds.max - least;
  const part = isLog ? Math.log(Math.max(value, least) / least) / way : (value - least) / way;
  const valueAt = (place: number) => (isLog ? least * Math.exp(way * place) : least + way * place);
  return (
    <input
      id={id}
      aria-label={name}
      type="range"
      min={0}
      max={steps}
      value={Math.round(part * steps)}
      aria-valuetext={text}
      onChange={({ target }) => onChange(rounded(valueAt(Number(target.value) / steps)))}
    />
  );
}

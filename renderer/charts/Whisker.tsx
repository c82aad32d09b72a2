interface WhiskerProps {
  /** Ends of the interval, px. */
  readonly low: number;
  readonly high: number;
  /** Of the bar that it lies on, px. */
  readonly middle: number;
  /** How far its ends reach up and down, px. */
  readonly cap: number;
}

/** The interval of a lying bar's figure, on a ground of its own so that it is seen on every colour. */
export function Whisker({ low, high, middle, cap }: WhiskerProps) {
  const end = `${middle - cap}v${cap * 2}`;
  const path = `M${low} ${middle}H${high}M${low} ${end}M${high} ${end}`;
  return (
    <>
      <path className="whisker-ground" d={path} />
      <path className="whisker" d={path} />
    </>
  );
}

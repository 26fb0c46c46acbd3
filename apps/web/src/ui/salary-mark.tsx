interface SalaryMarkProps {
  /** On the line, in percent of it. */
  readonly place: string;
  /** The line's own height in the drawing. */
  readonly y: number;
}

/** A triangle under a line of time: that day a salary comes. */
export function SalaryMark({ place, y }: SalaryMarkProps) {
  return (
    <svg x={place} width="1" height="1" overflow="visible">
      <path d={`M0 ${y + 5}l5 9h-10z`} className="fill-ok stroke-canvas" strokeWidth="1" />
    </svg>
  );
}

import { clsx } from 'clsx';
import { useRef, useState, type PointerEvent } from 'react';
import { SalaryMark } from '../../../ui/time-legend.tsx';
import { nearestPlace, placeOfDay, placesOf, POINTS_MAX, TODAY } from '../../../ui/time-line-places.ts';

export interface Stop {
  readonly key: string;
  /** Days from today. */
  readonly day: number;
  /** Short: it stands under the stop. */
  readonly date: string;
  /** An amount, above the stop. */
  readonly figure: string;
  /** The whole of it, for those who hear it. */
  readonly words: string;
}

/** `step` is one of ours on the way to the stop; the others are not ours and move nothing. */
export interface StopMark {
  readonly kind: 'bill' | 'salary' | 'step';
  /** Days from today. */
  readonly day: number;
}

interface StopLineProps {
  readonly label: string;
  /** By their days. With more than `POINTS_MAX` there is no line: whatever it chooses stands in a list as well. */
  readonly stops: readonly Stop[];
  readonly value: string;
  readonly onPreview: (key: string) => void;
  readonly onChoose: (key: string) => void;
  readonly marks: readonly StopMark[];
}

const FIGURE_Y = 14;
const LINE_Y = 44;
const DATE_Y = 84;
const HEIGHT = 92;
const KNOB = 15;

/**
 * The end of a line of time, dragged or stepped by keys from stop to stop. It rests nowhere between. What is dragged over
 * is told as a preview; what is let go of, or reached by a key, is chosen.
 */
export function StopLine(props: StopLineProps) {
  const { label, stops, value, marks, onChoose } = props;
  const places = placesOf(stops.map((stop) => stop.day));
  const { line, dragged, handlers } = useDrag(props, places);
  if (stops.length < 2 || stops.length > POINTS_MAX) return null;
  const at = Math.max(
    0,
    stops.findIndex((stop) => stop.key === (dragged ?? value)),
  );
  return (
    <div className="hidden @line:block">
      <div className="relative">
        {/* The platform's own: arrows, Home and End, and what a screen reader has for it. */}
        <input
          type="range"
          aria-label={label}
          aria-valuetext={stops[at]!.words}
          min={0}
          max={stops.length - 1}
          step={1}
          value={at}
          onChange={(event) => onChoose(stops[Number(event.currentTarget.value)]!.key)}
          className="peer pointer-events-none absolute inset-0 size-full opacity-0"
        />
        <svg
          ref={line}
          aria-hidden="true"
          width="100%"
          height={HEIGHT}
          className="stop-line rounded-card overflow-visible outline-brand peer-focus-visible:outline-3"
          {...handlers}
        >
          <Drawing stops={stops} places={places} at={at} marks={marks} />
        </svg>
      </div>
    </div>
  );
}

/** From the press to the letting go: the stop under the pointer is previewed, and at last chosen. */
function useDrag({ stops, value, onPreview, onChoose }: StopLineProps, places: readonly number[]) {
  const line = useRef<SVGSVGElement>(null);
  const [dragged, setDragged] = useState<string>();
  const end = () => setDragged(undefined);
  const stopUnder = ({ clientX }: PointerEvent) => {
    const { left = 0, width = 0 } = line.current?.getBoundingClientRect() ?? {};
    return stops[nearestPlace(((clientX - left) / width) * 100, places)]?.key ?? value;
  };
  const drag = (event: PointerEvent) => {
    const key = stopUnder(event);
    if (key !== (dragged ?? value)) onPreview(key);
    setDragged(key);
  };
  const handlers = {
    onPointerDown: (event: PointerEvent<SVGSVGElement>) => {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      drag(event);
    },
    onPointerMove: (event: PointerEvent) => {
      if (dragged !== undefined) drag(event);
    },
    onPointerUp: (event: PointerEvent) => {
      if (dragged === undefined) return;
      end();
      onChoose(stopUnder(event));
    },
    /** The browser took the finger for something else: it scrolls. */
    onPointerCancel: () => {
      if (dragged === undefined) return;
      end();
      onPreview(value);
    },
  };
  return { line, dragged, handlers };
}

interface DrawingProps extends Pick<StopLineProps, 'stops' | 'marks'> {
  readonly places: readonly number[];
  readonly at: number;
}

function Drawing({ stops, places, at, marks }: DrawingProps) {
  const days = stops.map((stop) => stop.day);
  return (
    <>
      <line x1="0" x2="100%" y1={LINE_Y} y2={LINE_Y} className="stroke-line" strokeWidth="4" />
      <rect
        x="0"
        y={LINE_Y - 3}
        height="6"
        rx="3"
        width={`${places[at]}%`}
        className="moves-along fill-brand"
      />
      <circle cx={`${TODAY}%`} cy={LINE_Y} r="5" className="fill-ink" />
      {stops.map((stop, index) => (
        <StopPoint key={stop.key} stop={stop} place={`${places[index]}%`} isAt={index === at} />
      ))}
      {marks
        .filter((mark) => mark.day >= 0 && mark.day <= days.at(-1)!)
        .map((mark) => (
          <PassiveMark
            key={`${mark.kind}-${mark.day}`}
            kind={mark.kind}
            place={`${placeOfDay(mark.day, days, places)}%`}
          />
        ))}
      <svg x={`${places[at]}%`} y={LINE_Y} width="1" height="1" overflow="visible" className="moves-along">
        <circle r={KNOB} className="fill-brand" />
        <path d="M-3.5 -4l-4 4 4 4M3.5 -4l4 4-4 4" fill="none" className="stroke-on-brand" strokeWidth="2" />
      </svg>
    </>
  );
}

interface StopPointProps {
  readonly stop: Stop;
  readonly place: string;
  readonly isAt: boolean;
}

function StopPoint({ stop, place, isAt }: StopPointProps) {
  const text = clsx('text-caption tabular', isAt ? 'fill-brand-ink font-semibold' : 'fill-ink-2');
  return (
    <svg x={place} width="1" height={HEIGHT} overflow="visible">
      <text y={FIGURE_Y} textAnchor="middle" className={text}>
        {stop.figure}
      </text>
      <circle cy={LINE_Y} r="8" className="fill-canvas stroke-line-strong" strokeWidth="2.5" />
      <text y={DATE_Y} textAnchor="middle" className={text}>
        {stop.date}
      </text>
    </svg>
  );
}

interface PassiveMarkProps {
  readonly kind: StopMark['kind'];
  readonly place: string;
}

/** A square for a bill and a circle for what is ours, as on every line of time; a triangle for the salary. */
function PassiveMark({ kind, place }: PassiveMarkProps) {
  if (kind === 'salary') return <SalaryMark place={place} y={LINE_Y} />;
  return (
    <svg x={place} width="1" height={HEIGHT} overflow="visible">
      {kind === 'bill' ? (
        <rect
          x="-7"
          y={LINE_Y - 7}
          width="14"
          height="14"
          rx="4"
          className="fill-due stroke-canvas"
          strokeWidth="2"
        />
      ) : (
        <circle cy={LINE_Y} r="6" className="fill-canvas stroke-brand" strokeWidth="2.5" />
      )}
    </svg>
  );
}

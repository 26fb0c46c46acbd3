import { clsx } from 'clsx';
import { Link, useHref, useLinkClickHandler } from 'react-router';
import { SalaryMark } from './time-legend.tsx';
import { placeOfDay, placesOf } from './time-line-places.ts';

/** `bill` falls due elsewhere; the others are ours: paid, the next one, one that comes later, one whose day has passed. */
export type TimePointKind = 'bill' | 'paid' | 'next' | 'later' | 'overdue';

export interface TimePoint {
  readonly key: string;
  /** Days from a day of the caller's choice. */
  readonly day: number;
  readonly kind: TimePointKind;
  /** Short: it stands under the point. */
  readonly date: string;
  /** An amount, above the point. */
  readonly figure: string;
  /** The name of the point, read after its figure and its date to people who do not see the line. */
  readonly words: string;
  /** Left out where a point leads nowhere: it is read, not pressed. */
  readonly to?: string;
}

interface TimeLineProps {
  readonly label: string;
  /** By their days; at most `POINTS_MAX`. */
  readonly points: readonly TimePoint[];
  /** Days on which a salary comes: drawn under the line, and explained by a legend of the caller's. */
  readonly salaryDays?: readonly number[];
}

const FIGURE_Y = 16;
const LINE_Y = 40;
const DATE_Y = 70;
const HEIGHT = 80;

/**
 * Time as a line: what is ahead, by its day. Each point is a link that the keyboard reaches. Where large letters or a
 * narrow column leave the figures no room, the same points are a list.
 */
export function TimeLine({ label, points, salaryDays = [] }: TimeLineProps) {
  const days = points.map((point) => point.day);
  const places = placesOf(days);
  const until = days.at(-1) ?? 0;
  const end = `${places.at(-1) ?? 0}%`;
  // Nothing comes after the last rupee.
  const isOver = points.every((point) => point.kind === 'paid');
  const paidTo = places[points.findLastIndex((point) => point.kind === 'paid')];
  return (
    <div className="@container">
      <svg
        role="list"
        aria-label={label}
        width="100%"
        height={HEIGHT}
        className="hidden overflow-visible @line:block"
      >
        <line
          x1="0"
          x2={isOver ? end : '100%'}
          y1={LINE_Y}
          y2={LINE_Y}
          className="stroke-line"
          strokeWidth="4"
        />
        <line
          x1="0"
          x2={end}
          y1={LINE_Y}
          y2={LINE_Y}
          className="stroke-brand-line"
          strokeWidth="6"
          strokeLinecap="round"
        />
        <rect
          x="0"
          y={LINE_Y - 3}
          width={`${paidTo ?? 0}%`}
          height="6"
          rx="3"
          className="moves-along fill-ok"
        />
        <circle cx="0.5%" cy={LINE_Y} r="5" className="fill-ink" />
        {salaryDays
          .filter((day) => day >= 0 && day <= until)
          .map((day) => (
            <SalaryMark key={day} place={`${placeOfDay(day, days, places)}%`} y={LINE_Y} />
          ))}
        {points.map((point, index) => (
          <g key={point.key} role="listitem">
            <Point point={point} place={`${places[index]}%`} />
          </g>
        ))}
      </svg>
      <ol aria-label={label} className="ruled @line:hidden">
        {points.map((point) => (
          <li key={point.key}>
            {point.to === undefined ? (
              <span className="block py-2 text-small">{sentenceOf(point)}</span>
            ) : (
              <Link to={point.to} className="block py-2 text-small text-ink">
                {sentenceOf(point)}
              </Link>
            )}
          </li>
        ))}
      </ol>
    </div>
  );
}

/** Begins with what is seen, so that a user who says what they see is understood. */
const sentenceOf = ({ figure, date, words }: TimePoint) => `${figure} ${date}: ${words}`;

const TEXTS: Record<TimePointKind, string> = {
  bill: 'fill-ink',
  paid: 'fill-ok-ink',
  next: 'fill-brand-ink',
  later: 'fill-ink-2',
  overdue: 'fill-bad-ink',
};

interface PointProps {
  readonly point: TimePoint;
  readonly place: string;
}

function Point({ point, place }: PointProps) {
  if (point.to !== undefined) return <PointLink point={point} to={point.to} place={place} />;
  return (
    <g role="img" aria-label={sentenceOf(point)}>
      <PointDrawing point={point} place={place} />
    </g>
  );
}

function PointLink({ point, to, place }: PointProps & { readonly to: string }) {
  const href = useHref(to);
  const onClick = useLinkClickHandler(to);
  return (
    <a href={href} onClick={onClick} aria-label={sentenceOf(point)} className="time-point">
      <PointDrawing point={point} place={place} />
    </a>
  );
}

function PointDrawing({ point: { kind, figure, date }, place }: PointProps) {
  const text = clsx('text-caption tabular', TEXTS[kind], kind === 'later' ? 'font-normal' : 'font-semibold');
  return (
    <svg x={place} width="1" height={HEIGHT} overflow="visible" aria-hidden="true">
      {/* As large as a finger. */}
      <rect x="-28" y="0" width="56" height={HEIGHT} rx="10" className="time-ground fill-transparent" />
      <text x="0" y={FIGURE_Y} textAnchor="middle" className={text}>
        {figure}
      </text>
      <Mark kind={kind} />{' '}
      <text x="0" y={DATE_Y} textAnchor="middle" className={text}>
        {date}
      </text>
    </svg>
  );
}

/** A square for a bill, a circle for what is ours; filled is next or done, and a passed day has a stroke through it. */
function Mark({ kind }: { readonly kind: TimePointKind }) {
  switch (kind) {
    case 'bill':
      return (
        <rect
          x="-11"
          y={LINE_Y - 8}
          width="22"
          height="16"
          rx="4"
          className="fill-due stroke-canvas"
          strokeWidth="2"
        />
      );
    case 'next':
      return <circle cx="0" cy={LINE_Y} r="9" className="fill-brand" />;
    case 'paid':
      return (
        <>
          <circle cx="0" cy={LINE_Y} r="9" className="fill-ok" />
          <path d={`M-4 ${LINE_Y}l3 3 5-6`} fill="none" className="stroke-surface" strokeWidth="2.5" />
        </>
      );
    case 'overdue':
      return (
        <>
          <circle cx="0" cy={LINE_Y} r="9" className="fill-bad" />
          <path d={`M0 ${LINE_Y - 5}v6m0 2v2`} className="stroke-surface" strokeWidth="2.5" />
        </>
      );
    case 'later':
      return <circle cx="0" cy={LINE_Y} r="8" className="fill-canvas stroke-brand" strokeWidth="3.5" />;
  }
}

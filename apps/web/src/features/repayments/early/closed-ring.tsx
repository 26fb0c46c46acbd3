import { clsx } from 'clsx';

const SIZE = 72;
const RADIUS = 30;
const STROKE = 8;

/** The brand's ring, closed: nothing is owed any more. It closes before one's eyes only where it was seen open. */
export function ClosedRing({ isClosing }: { readonly isClosing: boolean }) {
  return (
    <svg aria-hidden="true" width={SIZE} height={SIZE} viewBox={`0 0 ${SIZE} ${SIZE}`} className="shrink-0">
      <circle
        cx={SIZE / 2}
        cy={SIZE / 2}
        r={RADIUS}
        fill="none"
        pathLength="1"
        strokeDasharray="1 1"
        strokeLinecap="round"
        transform={`rotate(-45 ${SIZE / 2} ${SIZE / 2})`}
        className={clsx('stroke-ok', isClosing && 'closes-ring')}
        strokeWidth={STROKE}
      />
      <path
        d="M25 37l8 8 14-17"
        fill="none"
        strokeWidth="5"
        strokeLinecap="round"
        className={clsx('stroke-ok', isClosing && 'animate-fade')}
      />
    </svg>
  );
}

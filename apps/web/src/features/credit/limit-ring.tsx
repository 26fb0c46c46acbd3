import { LIMIT_POLICY } from '@mohlat/money';
import { Money } from '../../ui/money.tsx';
import { useCounting } from '../../ui/use-counting.ts';

interface LimitRingProps {
  readonly limitPaise: number;
  readonly label: string;
}

const SIZE = 200;
const RADIUS = 84;
const STROKE = 12;
/** The most that any score allows: a full ring. */
const MOST_PAISE = LIMIT_POLICY.bands[0]?.capPaise ?? 1;

/** The number, counted up once, in the brand's ring: how much of the most that the policy gives to anybody. */
export function LimitRing({ limitPaise, label }: LimitRingProps) {
  const shownPaise = useCounting(limitPaise, 0);
  const share = Math.min(1, limitPaise / MOST_PAISE);
  return (
    <div className="relative mx-auto flex w-full max-w-panel flex-col items-center">
      <svg aria-hidden="true" viewBox={`0 0 ${SIZE} ${SIZE}`} className="w-full max-w-50">
        <circle
          cx={SIZE / 2}
          cy={SIZE / 2}
          r={RADIUS}
          fill="none"
          className="stroke-line"
          strokeWidth={STROKE}
        />
        <circle
          cx={SIZE / 2}
          cy={SIZE / 2}
          r={RADIUS}
          fill="none"
          pathLength="1"
          strokeDasharray={`${share} 1`}
          strokeLinecap="round"
          transform={`rotate(-90 ${SIZE / 2} ${SIZE / 2})`}
          className="stroke-brand"
          strokeWidth={STROKE}
        />
      </svg>
      <p className="absolute inset-0 flex flex-col items-center justify-center text-center">
        <Money paise={shownPaise} size="hero" />
        <span className="text-small text-ink-2">{label}</span>
      </p>
    </div>
  );
}

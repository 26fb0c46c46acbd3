import { clsx } from 'clsx';
import { formatRupees } from '../../lib/format.ts';
import { LinkButton } from '../../ui/button.tsx';
import { useCreditWords } from './credit.words.ts';
import { PROOF_ID } from './evidence-card.tsx';
import type { LadderAct, Rung } from './ladder.ts';

interface LadderListProps {
  readonly rungs: readonly Rung[];
}

const WAYS: Record<LadderAct, string> = {
  income: `/dashboard/credit#${PROOF_ID}`,
  video: '/dashboard/kyc-verification?step=3',
};

/** The highest rung first, as a ladder is seen; the next act alone has a button. */
export function LadderList({ rungs }: LadderListProps) {
  const words = useCreditWords().ladder;
  return (
    <ol reversed aria-label={words.title} className="flex flex-col">
      {rungs
        .map((rung, index) => ({ ...rung, isNext: index === 1 }))
        .toReversed()
        .map(({ limitPaise, act, isNext }, index) => (
          <li key={limitPaise} className="relative flex gap-4 pb-5 last:pb-0">
            {index === rungs.length - 1 ? null : (
              <span aria-hidden="true" className="absolute top-4 bottom-0 left-1.75 w-0.5 bg-line" />
            )}
            <span
              aria-hidden="true"
              className={clsx(
                'relative mt-1 size-4 shrink-0 rounded-full border-3 border-brand',
                act === undefined ? 'bg-brand' : 'bg-canvas',
              )}
            />
            <span className="flex min-w-0 flex-col items-start gap-1">
              <span className="font-semibold">
                {act === undefined ? words.now(formatRupees(limitPaise)) : formatRupees(limitPaise)}
              </span>
              {act === undefined ? null : <span className="text-small text-ink-2">{words.acts[act]}</span>}
              {act !== undefined && isNext ? (
                <LinkButton to={WAYS[act]} size="medium" tone="secondary" className="mt-1">
                  {words.press[act]}
                </LinkButton>
              ) : null}
            </span>
          </li>
        ))}
    </ol>
  );
}

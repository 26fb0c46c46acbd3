import type { Credit } from '@mohlat/contract';
import { formatRupees } from '../../lib/format.ts';
import { LinkButton } from '../../ui/button.tsx';
import { useCreditWords } from './credit.words.ts';
import { ladderOf } from './ladder.ts';
import { LadderList } from './ladder-list.tsx';
import { LimitRing } from './limit-ring.tsx';
import { ReasonList, WhatIfList } from './reasons.tsx';

/** The limit as a moment: the number, the way to use it, its reasons, and how it grows. */
export function LimitMoment({ credit }: { readonly credit: Credit }) {
  const words = useCreditWords();
  const { limitPaise, availablePaise, reasons, whatIf, state } = credit;
  const rungs = ladderOf(credit);
  // The ladder has its own acts; what else would raise it is said beside.
  const others = whatIf.filter(({ lever }) => lever !== 'video' && lever !== 'income_evidence');
  return (
    <section aria-label={words.limitTitle} className="flex max-w-form flex-col gap-6">
      <LimitRing
        limitPaise={limitPaise}
        label={availablePaise < limitPaise ? words.available(formatRupees(availablePaise)) : words.yours}
      />
      <div className="flex flex-col gap-3">
        {state === 'active' ? (
          <LinkButton to="/dashboard/pay-bill" isWide>
            {words.payBill}
          </LinkButton>
        ) : null}
        <LinkButton to="/dashboard/credit" tone="secondary" isWide>
          {words.seeCredit}
        </LinkButton>
      </div>
      {reasons.length === 0 ? null : (
        <div className="comes-out">
          <h3 className="text-section font-semibold">{words.whyThisMuch}</h3>
          <ReasonList reasons={reasons} />
        </div>
      )}
      {rungs.length === 1 ? null : (
        <div className="comes-out flex flex-col gap-3">
          <h3 className="text-section font-semibold">{words.ladder.title}</h3>
          <LadderList rungs={rungs} />
          <p className="text-small text-ink-3">{words.ladder.note}</p>
        </div>
      )}
      {others.length === 0 ? null : <WhatIfList items={others} />}
    </section>
  );
}

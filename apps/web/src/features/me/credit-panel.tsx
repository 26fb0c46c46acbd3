import type { Me } from '@mohlat/contract';
import { formatRupees } from '../../lib/format.ts';
import { TextLink } from '../../ui/button.tsx';
import { Money } from '../../ui/money.tsx';
import { CreditBar } from '../../ui/progress.tsx';
import { useMeWords } from './me.words.ts';

const ACTIVE = 'active';

/** The limit and what is left of it: the page's other half. Before there is one, `FirstSteps` leads to it. */
export function CreditPanel({ credit }: { readonly credit: NonNullable<Me['credit']> }) {
  const words = useMeWords().dashboard;
  const { limitPaise, usedPaise, availablePaise, usedPercent, state } = credit;
  return (
    <section className="flex flex-col gap-2">
      <h2 className="text-small text-ink-2">{words.availableCredit}</h2>
      <p className="text-title font-semibold">
        <Money paise={availablePaise} />
      </p>
      <CreditBar
        usedPercent={usedPercent}
        label={words.usedPercent(usedPercent)}
        start={words.used(formatRupees(usedPaise), formatRupees(limitPaise))}
      />
      {state !== ACTIVE ? (
        <p className="text-small text-bad-ink">
          {words.notActive} <TextLink to="/dashboard/credit">{words.whyNotActive}</TextLink>
        </p>
      ) : availablePaise === 0 && limitPaise > 0 ? (
        <p className="text-small text-ink-2">{words.limitReached}</p>
      ) : null}
    </section>
  );
}

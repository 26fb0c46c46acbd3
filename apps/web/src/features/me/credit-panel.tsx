import type { Me } from '@mohlat/contract';
import { formatRupees } from '../../lib/format.ts';
import { LinkButton, TextLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Money } from '../../ui/money.tsx';
import { CreditBar } from '../../ui/progress.tsx';
import { useMeWords } from './me.words.ts';

const ACTIVE = 'active';

/** The limit and what is left of it; before KYC, what to do to get one. */
export function CreditCardPanel({ me }: { readonly me: Me }) {
  const words = useMeWords().dashboard;
  if (!me.kyc.isComplete) {
    return (
      <Card title={words.kycRequired}>
        <p className="text-ink-2">{words.kycText}</p>
        <LinkButton to="/dashboard/profile" className="mt-4">
          {words.completeKyc}
        </LinkButton>
      </Card>
    );
  }
  if (me.credit === null) {
    return (
      <Card title={words.availableCredit}>
        <p className="text-ink-2">{words.limitOpen}</p>
        <LinkButton to="/dashboard/credit" size="medium" className="mt-4">
          {words.seeLimit}
        </LinkButton>
      </Card>
    );
  }
  const { limitPaise, usedPaise, availablePaise, usedPercent, state } = me.credit;
  return (
    <Card title={words.availableCredit}>
      <div className="flex flex-col gap-3">
        <Money paise={availablePaise} size="hero" />
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
      </div>
    </Card>
  );
}

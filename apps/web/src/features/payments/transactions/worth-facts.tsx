import type { Payment } from '@mohlat/contract';
import { formatRupees } from '../../../lib/format.ts';
import { FactList } from '../../../ui/card.tsx';
import { Money } from '../../../ui/money.tsx';
import { worthOf, type Worth } from '../pay-bill/late-fees.ts';
import { useWorthWords } from './worth.words.ts';

/** Shows the late fee a payment avoided and the cost of it, even a higher one. Shows nothing where the fee is unknown. */
export function WorthOfPayment({ payment }: { readonly payment: Payment }) {
  const words = useWorthWords();
  const worth = worthOf(payment);
  if (worth === undefined) return null;
  return (
    <div className="mt-4">
      <WorthFacts worth={worth} avoided={words.avoidedAt(payment.bankName)} cost={words.cost} />
    </div>
  );
}

interface WorthFactsProps {
  readonly worth: Worth;
  readonly avoided: string;
  readonly cost: string;
}

export function WorthFacts({ worth, avoided, cost }: WorthFactsProps) {
  const words = useWorthWords();
  const gainPaise = worth.avoidedPaise - worth.costPaise;
  const gain = formatRupees(Math.abs(gainPaise));
  return (
    <>
      <FactList
        facts={[
          { label: avoided, value: <Money paise={worth.avoidedPaise} decimals="always" /> },
          { label: cost, value: <Money paise={worth.costPaise} decimals="always" /> },
        ]}
      />
      <p className="mt-1 text-small text-ink-2">
        {gainPaise === 0 ? words.even : gainPaise > 0 ? words.gained(gain) : words.lost(gain)} {words.note}
      </p>
    </>
  );
}

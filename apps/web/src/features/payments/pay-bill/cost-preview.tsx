import { bpsFromDecimal, DEFAULT_FEE_PARAMS, paise, serviceFee, type FeeParams } from '@mohlat/money';
import type { Pricing } from '@mohlat/contract';
import { useQuery } from '@tanstack/react-query';
import { memo } from 'react';
import { pricingQuery } from '../../../lib/queries.ts';
import { FactList } from '../../../ui/card.tsx';
import { Money } from '../../../ui/money.tsx';
import { usePaymentsWords } from '../payments.words.ts';

/** The fee in force; until it is known, the one the product starts with. The quote alone is binding. */
export function feeParamsOf(pricing: Pricing | undefined): FeeParams {
  if (pricing === undefined) return DEFAULT_FEE_PARAMS;
  const feeBps = bpsFromDecimal(pricing.fee.percent);
  if (feeBps === undefined) return DEFAULT_FEE_PARAMS;
  return { feeBps, minPaise: pricing.fee.minPaise, maxPaise: pricing.fee.maxPaise };
}

interface CostPreviewProps {
  readonly amountPaise: number | undefined;
  readonly availablePaise: number;
}

/** Rule: SPEC-9, LEND-F1. Fee and total while the amount is being chosen, and what is left of the limit. */
export const CostPreview = memo(function CostPreview({ amountPaise, availablePaise }: CostPreviewProps) {
  const all = usePaymentsWords();
  const words = all.amount;
  const { data: pricing } = useQuery(pricingQuery);
  if (amountPaise === undefined) {
    return (
      <FactList
        facts={[{ label: all.pay.available, value: <Money paise={availablePaise} decimals="always" /> }]}
      />
    );
  }
  const feePaise = serviceFee(paise(amountPaise), feeParamsOf(pricing));
  return (
    <div aria-live="polite">
      <FactList
        facts={[
          {
            label: (
              <>
                {words.fee} <span className="text-caption text-ink-3">({words.feeNote})</span>
              </>
            ),
            value: <Money paise={feePaise} decimals="always" />,
          },
          { label: words.total, value: <Money paise={amountPaise + feePaise} decimals="always" /> },
          { label: all.pay.left, value: <Money paise={availablePaise - amountPaise} decimals="always" /> },
        ]}
      />
      <p className="mt-1 text-small text-ink-3">{words.totalNote}</p>
    </div>
  );
});

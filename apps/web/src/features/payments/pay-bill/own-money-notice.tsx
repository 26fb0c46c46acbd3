import { DEAR_PERCENT, dearCost, paise } from '@mohlat/money';
import { useQuery } from '@tanstack/react-query';
import { formatRupees } from '../../../lib/format.ts';
import { pricingQuery } from '../../../lib/queries.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { feeParamsOf } from './cost-preview.tsx';
import { usePaymentsWords } from '../payments.words.ts';

/** Computes the paise that borrowing a bill costs by the fee in force, where that is too much of the bill. */
export function useDearCost(amountPaise: number | undefined): number | undefined {
  const { data: pricing } = useQuery(pricingQuery);
  return amountPaise === undefined ? undefined : dearCost(paise(amountPaise), feeParamsOf(pricing));
}

interface OwnMoneyNoticeProps {
  readonly amountPaise: number;
  readonly costPaise: number;
  readonly onOwnMoney: () => void;
}

/** Advises against our own product, beside the price: the person's own money costs nothing. */
export function OwnMoneyNotice({ amountPaise, costPaise, onOwnMoney }: OwnMoneyNoticeProps) {
  const words = usePaymentsWords().amount.ownMoney;
  const own = formatRupees(amountPaise);
  return (
    <Notice
      tone="due"
      isLive
      title={words.title(own, formatRupees(amountPaise + costPaise))}
      actions={
        <Button size="medium" tone="secondary" onClick={onOwnMoney}>
          {words.press}
        </Button>
      }
    >
      {words.text(formatRupees(costPaise), DEAR_PERCENT)}
    </Notice>
  );
}

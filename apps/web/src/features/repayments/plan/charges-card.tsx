import type { Payment } from '@mohlat/contract';
import { unpaidOfCharge } from '@mohlat/money';
import { sumsOfCharge, unpaidCharges } from '../../../lib/due-sums.ts';
import { formatRupees } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Money } from '../../../ui/money.tsx';
import { StatusTag } from '../../../ui/status.tsx';
import { usePlanDates } from '../plan-dates.ts';
import { useRepaymentsWords } from '../repayments.words.ts';

interface ChargesCardProps {
  readonly payment: Payment;
  readonly onPay: () => void;
}

/** Charges for lateness and returned debits: each with its reason, its day, whether it is settled, and until it is, the day to pay it by. */
export function ChargesCard({ payment, onPay }: ChargesCardProps) {
  const { charges: words, owed } = useRepaymentsWords();
  const write = usePlanDates(payment);
  const { charges } = payment;
  if (charges.length === 0) return null;
  // A returned debit is not lateness: where one stands in the list, the list is not called late charges.
  const heading = charges.some((charge) => charge.kind === 'bounce') ? words.mixed : words;
  return (
    <Card title={heading.title} description={heading.text}>
      <ul className="divide-y divide-line">
        {charges.map((charge) => {
          const leftPaise = unpaidOfCharge(sumsOfCharge(charge));
          return (
            <li
              key={charge.id}
              className="flex flex-wrap items-center gap-x-3 gap-y-1 py-3 first:pt-0 last:pb-0"
            >
              <span className="mr-auto">
                <span className="block">{words[charge.kind](charge.instalment)}</span>
                <span className="block text-small text-ink-2">
                  {leftPaise > 0 && charge.payBy !== undefined
                    ? words.payBy(write(charge.leviedOn), write(charge.payBy))
                    : write(charge.leviedOn)}
                </span>
              </span>
              <StatusTag tone={leftPaise > 0 ? 'bad' : 'ok'}>
                {leftPaise > 0
                  ? words.unpaid
                  : charge.waivedPaise === charge.amountPaise
                    ? words.waived
                    : words.paid}
              </StatusTag>
              {leftPaise > 0 && leftPaise < charge.amountPaise ? (
                <span className="tabular">
                  {owed.partPaid(formatRupees(leftPaise), formatRupees(charge.amountPaise))}
                </span>
              ) : (
                <Money paise={charge.amountPaise} />
              )}
            </li>
          );
        })}
      </ul>
      {unpaidCharges(payment) > 0 ? (
        <div className="mt-3">
          <Button tone="secondary" size="medium" onClick={onPay}>
            {heading.pay}
          </Button>
        </div>
      ) : null}
    </Card>
  );
}

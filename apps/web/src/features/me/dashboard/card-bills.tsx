import { CardFace } from '../../../lib/card-face.tsx';
import { formatRupees } from '../../../lib/format.ts';
import { LinkButton, TextLink } from '../../../ui/button.tsx';
import { Money } from '../../../ui/money.tsx';
import { useDashboardDates } from './dashboard-dates.ts';
import { useMeWords } from '../me.words.ts';
import type { CardBill } from './open-bills.ts';
import { to } from '../../../lib/addresses.ts';

interface CardBillsProps {
  readonly bills: readonly CardBill[];
  /** Saved cards beyond those. */
  readonly leftOutCount: number;
  /** Whether the limit is in force: without it a bill is news alone, and the limit's own panel says why. */
  readonly canPay: boolean;
}

/** Saved cards by their faces, each with what its bank says is to be paid. */
export function CardBills({ bills, leftOutCount, canPay }: CardBillsProps) {
  const words = useMeWords().dashboard;
  if (bills.length === 0) return null;
  return (
    <div className="@container">
      <ul className="grid gap-3 @panel:grid-cols-2">
        {bills.map((one) => (
          <li
            key={one.card.id}
            // One card alone has its button beside it; of several each has its own below.
            className={
              bills.length === 1
                ? 'grid items-center gap-3 @panel:col-span-2 @panel:grid-cols-2'
                : 'flex min-w-0 flex-col gap-2'
            }
          >
            <BillOfCard {...one} canPay={canPay} />
          </li>
        ))}
      </ul>
      {leftOutCount === 0 ? null : (
        <p className="mt-2">
          {canPay ? (
            <TextLink to={to('/dashboard/pay-bill')}>{words.moreCards(leftOutCount)}</TextLink>
          ) : (
            words.moreCards(leftOutCount)
          )}
        </p>
      )}
    </div>
  );
}

function BillOfCard({ card, state, bill, canPay }: CardBill & { readonly canPay: boolean }) {
  const words = useMeWords().dashboard;
  const write = useDashboardDates();
  return (
    <>
      <CardFace bankName={card.bankName} last4={card.last4} network={card.network}>
        {bill === undefined ? (
          <p>{words.billStates[state]}</p>
        ) : (
          <>
            <p className="text-section font-semibold">
              <Money paise={bill.amountDuePaise} />
            </p>
            <p>{bill.dueDate === null ? words.bill : words.billDue(write(bill.dueDate))}</p>
          </>
        )}
      </CardFace>
      {canPay ? (
        // As high as the button, before and without a bill.
        <div className="min-h-11">
          {bill === undefined ? null : (
            <LinkButton
              to={to('/dashboard/pay-bill', { query: { card: card.id, step: '3' } })}
              size="medium"
              tone="secondary"
              isWide
              aria-label={words.payBill(card.bankName, formatRupees(bill.amountDuePaise))}
            >
              {words.payShort}
            </LinkButton>
          )}
        </div>
      ) : null}
    </>
  );
}

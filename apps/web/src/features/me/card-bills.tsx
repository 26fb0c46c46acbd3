import type { Card as SavedCard, Payment } from '@mohlat/contract';
import { useQuery } from '@tanstack/react-query';
import { isInMotion } from '../../lib/bill-status.ts';
import { cardLabel, formatDate, formatRupees } from '../../lib/format.ts';
import { useLanguage } from '../../lib/i18n.tsx';
import { billQuery, cardsQuery } from '../../lib/queries.ts';
import { LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Money } from '../../ui/money.tsx';
import { useMeWords } from './me.words.ts';

const SHOWN_MAX = 3;

/**
 * Bills the network found for saved cards. A card with a payment on its way is left out, so that the same bill is
 * not offered twice; a bill that cannot be fetched is no news and says nothing.
 */
export function CardBills({ payments }: { readonly payments: readonly Payment[] }) {
  const { data } = useQuery(cardsQuery);
  const moving = new Set(payments.filter((payment) => isInMotion(payment.billStatus)).map((p) => p.cardId));
  return (data?.items ?? [])
    .filter((card) => !moving.has(card.id))
    .slice(0, SHOWN_MAX)
    .map((card) => <CardBill key={card.id} card={card} payments={payments} />);
}

interface CardBillProps {
  readonly card: SavedCard;
  readonly payments: readonly Payment[];
}

/** What we have already paid of the bill with this due date; a bank may show its old sum for days. */
function paidOfBill(cardId: string, dueDate: string | null, payments: readonly Payment[]): number {
  return payments
    .filter((payment) => payment.cardId === cardId && payment.billStatus === 'paid')
    .filter((payment) => dueDate !== null && payment.billDueDate === dueDate)
    .reduce((sum, payment) => sum + payment.amountPaise, 0);
}

function CardBill({ card, payments }: CardBillProps) {
  const words = useMeWords().dashboard;
  const { language } = useLanguage();
  const { data: bill } = useQuery(billQuery(card.id));
  if (!bill || bill.amountDuePaise === 0) return null;
  if (paidOfBill(card.id, bill.dueDate, payments) >= bill.amountDuePaise) return null;
  return (
    <Card as="article">
      <div className="flex items-center justify-between gap-4">
        <div className="min-w-0">
          <p className="text-small text-ink-2">{cardLabel(card.bankName, card.last4)}</p>
          <p className="text-section font-semibold">
            <Money paise={bill.amountDuePaise} />
          </p>
          <p className="text-small text-ink-2">
            {bill.dueDate === null ? words.bill : words.billDue(formatDate(bill.dueDate, language))}
          </p>
        </div>
        <LinkButton
          to={`/dashboard/pay-bill?card=${card.id}&step=3`}
          size="medium"
          aria-label={words.payBill(card.bankName, formatRupees(bill.amountDuePaise))}
        >
          {words.payShort}
        </LinkButton>
      </div>
    </Card>
  );
}

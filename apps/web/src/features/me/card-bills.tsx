import type { Card as SavedCard, Payment } from '@mohlat/contract';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { isInMotion } from '../../lib/bill-status.ts';
import { cardLabel, formatDate, formatRupees } from '../../lib/format.ts';
import { useLanguage } from '../../lib/i18n.tsx';
import { billQuery } from '../../lib/queries.ts';
import { LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Money } from '../../ui/money.tsx';
import { useMeWords } from './me.words.ts';

const SHOWN_MAX = 3;

interface CardBillsProps extends Omit<CardBillProps, 'card'> {
  readonly cards: readonly SavedCard[];
}

/**
 * Bills the network found for saved cards. A card with a payment on its way is left out, so that the same bill is
 * not offered twice. Each card has its place before its bank has answered, and keeps it whatever that says.
 */
export function CardBills({ cards, payments, canPay }: CardBillsProps) {
  const moving = new Set(payments.filter((payment) => isInMotion(payment.billStatus)).map((p) => p.cardId));
  return cards
    .filter((card) => !moving.has(card.id))
    .slice(0, SHOWN_MAX)
    .map((card) => <CardBill key={card.id} card={card} payments={payments} canPay={canPay} />);
}

interface CardBillProps {
  readonly card: SavedCard;
  readonly payments: readonly Payment[];
  /** Whether the limit is in force: without it a bill is news alone. */
  readonly canPay: boolean;
}

/** What we have already paid of the bill with this due date; a bank may show its old sum for days. */
function paidOfBill(cardId: string, dueDate: string | null, payments: readonly Payment[]): number {
  return payments
    .filter((payment) => payment.cardId === cardId && payment.billStatus === 'paid')
    .filter((payment) => dueDate !== null && payment.billDueDate === dueDate)
    .reduce((sum, payment) => sum + payment.amountPaise, 0);
}

function CardBill({ card, payments, canPay }: CardBillProps) {
  const words = useMeWords().dashboard;
  const { language } = useLanguage();
  const { data: bill, isPending } = useQuery(billQuery(card.id));
  const label = cardLabel(card.bankName, card.last4);
  if (isPending) return <Place label={label} says={words.billAsking} />;
  if (!bill) return <Place label={label} says={words.billUnheard} />;
  if (paidOfBill(card.id, bill.dueDate, payments) >= bill.amountDuePaise)
    return <Place label={label} says={words.billNone} />;
  return (
    <Place
      label={label}
      says={
        <>
          <span className="block text-section font-semibold text-ink">
            <Money paise={bill.amountDuePaise} />
          </span>
          {bill.dueDate === null ? words.bill : words.billDue(formatDate(bill.dueDate, language))}
        </>
      }
    >
      {canPay ? (
        <LinkButton
          to={`/dashboard/pay-bill?card=${card.id}&step=3`}
          size="medium"
          aria-label={words.payBill(card.bankName, formatRupees(bill.amountDuePaise))}
        >
          {words.payShort}
        </LinkButton>
      ) : null}
    </Place>
  );
}

interface PlaceProps {
  readonly label: string;
  readonly says: ReactNode;
  readonly children?: ReactNode;
}

/** As tall as a bill with its sum and date. */
function Place({ label, says, children }: PlaceProps) {
  return (
    <Card as="article">
      <div className="figure-line min-h-19 items-center">
        <div className="text-small text-ink-2">
          <p>{label}</p>
          <p>{says}</p>
        </div>
        {children}
      </div>
    </Card>
  );
}

import type { Card, Payment } from '@mohlat/contract';
import { businessDate, daysBetween } from '@mohlat/money';

/**
 * Whether a payment is for this card, as the bill network knows it: by bank and ending. A card that was removed and added again has
 * another id, and the same bill (decisions 056 and 166).
 */
export function isOfCard(
  { bankName, cardMasked }: Pick<Payment, 'bankName' | 'cardMasked'>,
  card: Pick<Card, 'bankName' | 'last4'>,
): boolean {
  return bankName === card.bankName && cardMasked.endsWith(card.last4);
}

/** Some banks move a due date by a day; bills of two months lie further apart (decision 056). */
const SAME_BILL_DAYS = 20;

/**
 * Paise we have already paid of the bill with this due date; a bank may show its old sum for days. The server counts more where a due
 * date is missing: bills fetched within these days of each other are one there (PAY-20), and no payment tells when its bill was fetched.
 */
export function paidOfBill(
  card: Pick<Card, 'bankName' | 'last4'>,
  dueDate: string | null,
  payments: readonly Payment[],
): number {
  const isNear = (paidDue: string | null) =>
    dueDate !== null &&
    paidDue !== null &&
    Math.abs(daysBetween(businessDate(dueDate), businessDate(paidDue))) < SAME_BILL_DAYS;
  return payments
    .filter((payment) => isOfCard(payment, card) && payment.billStatus === 'paid')
    .filter((payment) => isNear(payment.billDueDate))
    .reduce((sum, payment) => sum + payment.amountPaise, 0);
}

import type { AdminPayment } from '@mohlat/contract';
import { formatDateWithYear, formatRupees, istDateOf, maskedCardLabel } from '../format.ts';
import type { Language } from '../language.ts';

/** A payment as it is named where staff act on it: its person, its card, its bill. */
export function paymentSubject(
  { account, payment }: Pick<AdminPayment, 'account' | 'payment'>,
  language: Language,
): string {
  const { bankName, cardMasked, amountPaise, date } = payment;
  const bill = `${formatRupees(amountPaise)}, ${formatDateWithYear(istDateOf(date), language)}`;
  return [account.name, maskedCardLabel(bankName, cardMasked), bill].filter(Boolean).join(' · ');
}

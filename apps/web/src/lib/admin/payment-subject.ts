import { getAdminPayment, type AdminPayment } from '@mohlat/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../api.ts';
import { formatDateWithYear, formatRupees, istDateOf, maskedCardLabel } from '../format.ts';
import type { Language } from '../language.ts';
import { adminKeys } from './keys.ts';

/** The payment that staff act on, under the key of its own page. */
export const paymentQuery = (id: string) =>
  queryOptions({
    queryKey: adminKeys.one('payments', id),
    queryFn: ({ signal }) => call(getAdminPayment, { params: { id }, signal }),
  });

/** A payment as it is named where staff act on it: its person, its card, its bill. */
export function paymentSubject(
  { account, payment }: Pick<AdminPayment, 'account' | 'payment'>,
  language: Language,
): string {
  const { bankName, cardMasked, amountPaise, date } = payment;
  const bill = `${formatRupees(amountPaise)}, ${formatDateWithYear(istDateOf(date), language)}`;
  return [account.name, maskedCardLabel(bankName, cardMasked), bill].filter(Boolean).join(' · ');
}

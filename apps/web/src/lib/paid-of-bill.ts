import type { Payment } from '@mohlat/contract';

/** Paise we have already paid of the bill with this due date; a bank may show its old sum for days. */
export function paidOfBill(cardId: string, dueDate: string | null, payments: readonly Payment[]): number {
  return payments
    .filter((payment) => payment.cardId === cardId && payment.billStatus === 'paid')
    .filter((payment) => dueDate !== null && payment.billDueDate === dueDate)
    .reduce((sum, payment) => sum + payment.amountPaise, 0);
}

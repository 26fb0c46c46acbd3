import type { BankAccount, Mandate, Payment } from '@mohlat/contract';

/** True while nothing else can be set up for its payment. */
export function isOpenMandate({ status }: Mandate): boolean {
  return status === 'setting_up' || status === 'pending' || status === 'active' || status === 'paused';
}

/** True until its end is complete: its bank may still be told. */
export function isStandingMandate(mandate: Mandate): boolean {
  return isOpenMandate(mandate) || mandate.status === 'cancelling';
}

/**
 * The mandates that debit a bank account, by its id. The last four digits say so only where an older process wrote no more.
 * One that was begun and not approved debits nothing.
 */
export function mandatesFrom(
  { id, maskedAccountNumber }: Pick<BankAccount, 'id' | 'maskedAccountNumber'>,
  mandates: readonly Mandate[],
): readonly Mandate[] {
  const debits = ({ bankAccountId = null, ...mandate }: Mandate) =>
    bankAccountId === null ? mandate.maskedAccountNumber === maskedAccountNumber : bankAccountId === id;
  return mandates.filter(
    (one) => one.kind === 'enach' && one.status !== 'setting_up' && isOpenMandate(one) && debits(one),
  );
}

/** The mandate that says how autopay of a payment stands: the open one, else the newest. The list has the newest first. */
export function mandateOf(paymentId: string, mandates: readonly Mandate[]): Mandate | undefined {
  const own = mandates.filter((mandate) => mandate.paymentId === paymentId);
  return own.find(isOpenMandate) ?? own[0];
}

type Debit = NonNullable<Mandate['nextDebit']>;

/** The next debit while the permission stands; also a debit that a bank was asked for before it ended. */
export function comingDebit(mandate: Mandate | undefined): Debit | undefined {
  const debit = mandate?.nextDebit ?? undefined;
  return mandate?.status === 'active' || isAsked(debit) ? debit : undefined;
}

/** A debit of a payment that a bank was asked for: paid by hand besides, it would be paid twice. Rule: LEND-20 */
export function askedDebit(paymentId: string, mandates: readonly Mandate[]): Debit | undefined {
  const own = mandates.filter((mandate) => mandate.paymentId === paymentId);
  return own.map(({ nextDebit }) => nextDebit ?? undefined).find(isAsked);
}

/** True where a bank was asked for it and has not answered. */
export const isAsked = (debit: Debit | undefined) =>
  debit?.state === 'presented' || debit?.state === 'review';

/**
 * Whether autopay would have something to collect: what is overdue by now is the person's own to pay, and so is all of a loan that
 * was written off; of a frozen one nothing is asked.
 */
export function isCollectable({
  billStatus,
  frozen,
  isWrittenOff,
  schedule,
}: Pick<Payment, 'billStatus' | 'frozen' | 'isWrittenOff' | 'schedule'>): boolean {
  return (
    frozen === null &&
    !isWrittenOff &&
    billStatus === 'paid' &&
    schedule.some((row) => row.status !== 'paid' && row.status !== 'overdue')
  );
}

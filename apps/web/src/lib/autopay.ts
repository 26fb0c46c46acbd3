import type { Mandate, Payment } from '@mohlat/contract';

/** True while nothing else can be set up for its payment. */
export function isOpenMandate({ status }: Mandate): boolean {
  return status === 'setting_up' || status === 'pending' || status === 'active' || status === 'paused';
}

/** The mandate that says how autopay of a payment stands: the open one, else the newest. The list has the newest first. */
export function mandateOf(paymentId: string, mandates: readonly Mandate[]): Mandate | undefined {
  const own = mandates.filter((mandate) => mandate.paymentId === paymentId);
  return own.find(isOpenMandate) ?? own[0];
}

/** What will be collected, once the permission stands. */
export function comingDebit(mandate: Mandate | undefined): NonNullable<Mandate['nextDebit']> | undefined {
  return mandate?.status === 'active' ? (mandate.nextDebit ?? undefined) : undefined;
}

/** Whether autopay would have something to collect: what is overdue by now is the person's own to pay. */
export function isCollectable({ billStatus, schedule }: Pick<Payment, 'billStatus' | 'schedule'>): boolean {
  return billStatus === 'paid' && schedule.some((row) => row.status !== 'paid' && row.status !== 'overdue');
}

import type { BusinessDate } from '@mohlat/money';
import { findFactsOn, isAgreed } from '#features/payments/index.ts';
import type { ReminderTemplateName } from '#features/notifications/index.ts';
import type { Tx } from '#platform/db/database.ts';

/** SQL: a lower sum was agreed once of the loan `l`. */
export const HAS_AGREEMENT = `exists (
      select 1 from settlements s where s.user_id = l.user_id and s.loan_id = l.id) as has_agreement`;

const ASKS: ReadonlySet<ReminderTemplateName> = new Set([
  'reminder.due_soon',
  'reminder.due_today',
  'reminder.missed',
  'reminder.help',
]);

/** True of a text that asks for an instalment and tells of nothing else, such as a debit or a charge. */
export function isPlainAsk(template: ReminderTemplateName): boolean {
  return ASKS.has(template);
}

interface Reminded {
  readonly user_id: string;
  readonly loan_id: string;
  readonly has_agreement: boolean;
}

/**
 * True while a lower sum is agreed that would end the loan: the app asks for that sum, and a reminder of more would contradict it.
 * Rule: LEND-24 (settlement), LEND-23
 */
export async function isLessAsked(tx: Tx, one: Reminded, today: BusinessDate): Promise<boolean> {
  if (!one.has_agreement) return false;
  const facts = await findFactsOn(tx, one.user_id, one.loan_id, today);
  return facts !== undefined && isAgreed(facts, today);
}

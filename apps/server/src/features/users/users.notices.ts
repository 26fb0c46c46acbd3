import { istDate } from '@mohlat/money';
import { type Notifier, writtenDay } from '#features/notifications/index.ts';
import { findLanguage } from '#features/preferences/index.ts';
import type { LenderIdentity } from '#features/settings/index.ts';
import type { Tx } from '#platform/db/database.ts';

interface Deps {
  readonly notifier: Notifier;
  readonly lender: Pick<LenderIdentity, 'grievanceOfficer'>;
}

const LINES = {
  'account.blocked': {
    type: 'warning',
    icon: 'alert',
    title: 'Your account was blocked',
    description: 'Our team blocked your account. What you owe stays owed, on the same days.',
  },
  'account.unblocked': {
    type: 'success',
    icon: 'check',
    title: 'Your account is open again',
    description: 'The block on your account was lifted. You can log in again.',
  },
} as const;

/**
 * Tells a person what was done to their account, and whom they can complain to: whoever cannot log in reads it nowhere
 * else, so that it always comes. Why staff did it is theirs to say.
 */
export async function tellBlock(
  tx: Tx,
  { notifier, lender }: Deps,
  userId: string,
  template: keyof typeof LINES,
  now: Date,
): Promise<void> {
  const language = await findLanguage(tx, userId);
  const { name, email, phone } = lender.grievanceOfficer;
  const date = writtenDay(istDate(now.getTime()), language);
  const vars = { date, officer: name, officerEmail: email, officerPhone: phone };
  await notifier.notify(tx, userId, { ...LINES[template], template, vars }, now);
}

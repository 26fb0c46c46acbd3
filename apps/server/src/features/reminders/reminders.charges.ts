import { formatRupees, istDate, paise } from '@mohlat/money';
import type { FeatureContext } from '#features/context.ts';
import {
  type Language,
  type Notice,
  type Notifier,
  reminderLine,
  writtenDay,
} from '#features/notifications/index.ts';
import type { Turns } from '#platform/jobs/turns.ts';
import { isLessAsked } from './reminders.agreed.ts';
import { aboutCharge, dayOf, endOfHours, IN_APP_ONLY, type Slot, stepNamed } from './reminders.calendar.ts';
import * as charges from './reminders.charges.repo.ts';
import { saveContact } from './reminders.repo.ts';

type Deps = Pick<FeatureContext, 'worker' | 'config'> & { readonly notifier: Notifier };

/**
 * Reminds of charges that are left without an overdue instalment, on the days of the calendar of an instalment; answers how many, and
 * whether there may be more. Rule: LEND-23, LEND-L7
 */
export async function remindOfCharges(
  deps: Deps,
  turns: Turns,
  slots: readonly Slot[],
  { now, limit }: { readonly now: Date; readonly limit: number },
): Promise<{ readonly count: number; readonly isMore: boolean }> {
  const without = turns.resting();
  const found = await deps.worker.plain((tx) => charges.findCharges(tx, slots, now, { limit, without }));
  let count = 0;
  await turns.take(found, charges.nameOfCharges, async (one) => {
    if (await remind(deps, one, slots, now)) count += 1;
  });
  return { count, isMore: count > 0 && found.length === limit };
}

async function remind(
  { worker, config, notifier }: Deps,
  found: charges.ChargeCandidate,
  slots: readonly Slot[],
  now: Date,
): Promise<boolean> {
  return worker.forUser(found.user_id, async (tx) => {
    const one = await charges.lookAgainAtCharge(tx, found, slots, now);
    const known = one && stepNamed(one.step);
    if (!one || !known) return false;
    const name = charges.stepOfCharge(one.step, one.late_days);
    // A lower sum that is agreed lets charges off.
    if (await isLessAsked(tx, one, istDate(now.getTime()))) {
      await saveContact(tx, { ...one, step: name }, [], now);
      return true;
    }
    const step = aboutCharge(known);
    const isLate = step.day > 0;
    const link = `${config.publicUrl}/dashboard/payments/${one.loan_id}?repay=due`;
    const notice = (language: Language): Notice => {
      const vars = {
        amount: formatRupees(paise(one.amount_paise)),
        date: writtenDay(one.shown_on, language),
        days: String(dayOf(one.counted_on, now)),
        bank: one.bank_name,
        last4: one.last4,
        link,
      };
      return {
        kind: step.kind,
        type: isLate ? 'warning' : 'info',
        icon: isLate ? 'alert' : 'info',
        ...reminderLine(step.template, language, vars),
        ...(one.step.endsWith(IN_APP_ONLY) ? {} : { template: step.template }),
        isSaidInApp: one.is_in_app,
        vars,
        language,
        until: endOfHours(step, now),
      };
    };
    const channels = await notifier.notify(tx, one.user_id, notice, now);
    await saveContact(tx, { ...one, step: name }, channels, now);
    return true;
  });
}

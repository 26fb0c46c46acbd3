import { addDays, formatRupees, istDate, type LatePolicy, paise, penalCharge } from '@mohlat/money';
import { type ReminderTemplateName, writtenDay } from '#features/notifications/index.ts';
import { dayOf, type ReminderStep } from './reminders.calendar.ts';
import type { Candidate } from './reminders.repo.ts';

export interface Spoken {
  readonly template: ReminderTemplateName;
  readonly vars: Readonly<Record<string, string>>;
}

/** What a step says about an instalment, with the figures of now. */
export function speak(one: Candidate, step: ReminderStep, now: Date, publicUrl: string): Spoken {
  const tomorrow = chargeTomorrow(one, now);
  const template = templateOf(one, step, tomorrow);
  return {
    template,
    vars: {
      amount: formatRupees(paise(one.unpaid_paise)),
      date: writtenDay(
        (template === 'reminder.autopay' && one.collected_on) || (step.day < 0 ? one.counted_on : one.due_on),
        one.language,
      ),
      days: String(dayOf(one.counted_on, now)),
      // Why a charge comes tomorrow, whatever the grace of the loan's own terms is.
      lateDays: String(dayOf(one.counted_on, now) + 1),
      charge: formatRupees(paise(one.charge_paise ?? tomorrow)),
      instalment: String(one.number),
      bank: one.bank_name,
      last4: one.last4,
      link: `${publicUrl}/dashboard/payments/${one.loan_id}`,
    },
  };
}

function templateOf(one: Candidate, step: ReminderStep, tomorrow: number): ReminderTemplateName {
  // Whoever has it collected is not asked to pay it, too. Two days before, the debit is planned; if it is not by then, or
  // failed already, nothing is collected on the due date.
  const isPlanned = one.collected_on !== null || step.day < -2;
  if (one.is_collected && isPlanned && step.day <= 0) return 'reminder.autopay';
  const template = ofTomorrow(step, tomorrow);
  // Paid by hand and collected besides, it would be paid twice. A charge is announced all the same: a debit may fail.
  const isTriedAgain = one.is_collected && one.collected_on !== null;
  return isTriedAgain && template === 'reminder.missed' ? 'reminder.autopay' : template;
}

/** On the eve of a charge that is what is said; a formal notice stays one. Rule: LEND-L4. */
function ofTomorrow({ template, day }: ReminderStep, tomorrow: number): ReminderTemplateName {
  if (template === 'reminder.charge_tomorrow') return tomorrow === 0 ? 'reminder.missed' : template;
  const isSoft = template === 'reminder.missed' || template === 'reminder.help';
  return isSoft && day > 0 && tomorrow > 0 ? 'reminder.charge_tomorrow' : template;
}

/** The exact charge of tomorrow morning, by the terms the loan was sold under; 0 for none. Rule: LEND-L2, LEND-L3. */
function chargeTomorrow(one: Candidate, now: Date): number {
  return penalCharge(
    {
      dueOn: one.counted_on,
      on: addDays(istDate(now.getTime()), 1),
      unpaidPaise: paise(one.unpaid_paise),
      financedPaise: paise(one.financed_paise),
      leviedPaise: paise(one.levied_paise),
      isNpa: one.is_npa,
      wereChannelsDown: false,
    },
    one.late as LatePolicy,
  );
}

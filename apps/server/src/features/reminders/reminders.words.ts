import { formatRupees, type Paise, paise, unpaidOfInstalment } from '@mohlat/money';
import { type Language, type ReminderTemplateName, writtenDay } from '#features/notifications/index.ts';
import { dayOf, type ReminderStep } from './reminders.calendar.ts';
import type { Candidate } from './reminders.repo.ts';

export interface Spoken {
  readonly template: ReminderTemplateName;
  readonly vars: Readonly<Record<string, string>>;
}

/** A reminder's day and language, in what its words need. */
export interface Today {
  readonly now: Date;
  /** The charge that tomorrow's opening adds for the instalment; 0 for none. */
  readonly chargeTomorrowPaise: Paise;
  readonly language: Language;
}

/** Writes a step's words about an instalment, with the figures of now. */
export function speak(
  one: Candidate,
  step: ReminderStep,
  { now, chargeTomorrowPaise: tomorrow, language }: Today,
  publicUrl: string,
): Spoken {
  const template = templateOf(one, step, tomorrow);
  return {
    template,
    vars: {
      amount: formatRupees(unpaidOfInstalment(one.instalment)),
      date: writtenDay((template === 'reminder.autopay' && one.collected_on) || one.shown_on, language),
      days: String(dayOf(one.counted_on, now)),
      // Why a charge comes tomorrow, whatever the grace of the loan's own terms is.
      lateDays: String(dayOf(one.counted_on, now) + 1),
      charge: formatRupees(paise(one.charge_paise ?? tomorrow)),
      payBy: writtenDay(one.charge_pay_by ?? one.shown_on, language),
      instalment: String(one.number),
      bank: one.bank_name,
      last4: one.last4,
      link: `${publicUrl}/dashboard/payments/${one.loan_id}`,
    },
  };
}

function templateOf(one: Candidate, step: ReminderStep, tomorrow: Paise): ReminderTemplateName {
  // Whether it was paid is not known, so it is not called unpaid.
  if (one.is_unanswered)
    return one.charge_paise === null ? 'reminder.charge_unanswered' : 'reminder.charged_unanswered';
  // A person whose instalment is collected is not asked to pay it, too. Two days before, the debit is planned; if it is not by
  // then, or failed already, no debit is made on the due date.
  const isPlanned = one.collected_on !== null || step.day < -2;
  if (one.is_collected && isPlanned && step.day <= 0) return 'reminder.autopay';
  const template = ofTomorrow(step, tomorrow);
  // Paid by hand and collected besides, it would be paid twice. A charge is announced all the same: a debit may fail.
  const isTriedAgain = one.is_collected && one.collected_on !== null;
  return isTriedAgain && template === 'reminder.missed' ? 'reminder.autopay' : template;
}

/** On the eve of a charge that is what is said. Rule: LEND-L4. */
function ofTomorrow({ template, day }: ReminderStep, tomorrow: Paise): ReminderTemplateName {
  if (template === 'reminder.charge_tomorrow') return tomorrow === 0 ? 'reminder.missed' : template;
  const isSoft = template === 'reminder.missed' || template === 'reminder.help';
  return isSoft && day > 0 && tomorrow > 0 ? 'reminder.charge_tomorrow' : template;
}

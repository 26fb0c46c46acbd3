import { countedFrom } from '@mohlat/lending';
import {
  addDays,
  type BusinessDate,
  formatRupees,
  istDate,
  type Paise,
  paise,
  unpaidOfInstalment,
} from '@mohlat/money';
import { type Language, type ReminderTemplateName, writtenDay } from '#features/notifications/index.ts';
import { dayOf, type ReminderStep } from './reminders.calendar.ts';
import type { Candidate } from './reminders.repo.ts';

export interface Spoken {
  readonly template: ReminderTemplateName;
  readonly vars: Readonly<Record<string, string>>;
}

/** The charges that the loan book adds to an instalment if nothing is paid. */
export interface ChargesAhead {
  /** The charge that tomorrow's opening adds; 0 for none. */
  readonly chargeTomorrowPaise: Paise;
  /** The first charge that is added before the planned debit is made, with its day; undefined where none is. */
  readonly chargeBeforeDebit: { readonly paise: Paise; readonly on: BusinessDate } | undefined;
}

/** A reminder's day and language, in what its words need. */
export interface Today extends ChargesAhead {
  readonly now: Date;
  readonly language: Language;
}

/** Writes a step's words about an instalment, with the figures of now. */
export function speak(
  one: Candidate,
  step: ReminderStep,
  { now, chargeTomorrowPaise: tomorrow, chargeBeforeDebit: before, language }: Today,
  publicUrl: string,
): Spoken {
  const today = istDate(now.getTime());
  const template = templateOf(one, step, { tomorrow, hasChargeBefore: before !== undefined, today });
  const isBefore = template === 'reminder.autopay_after_charge';
  return {
    template,
    vars: {
      amount: formatRupees(unpaidOfInstalment(one.instalment)),
      date: writtenDay((template === 'reminder.autopay' && one.collected_on) || one.shown_on, language),
      debitDay: writtenDay(one.collected_on ?? one.shown_on, language),
      chargeDay: writtenDay(before?.on ?? addDays(today, 1), language),
      lastDay: writtenDay(before ? addDays(before.on, -1) : today, language),
      days: String(dayOf(one.counted_on, now)),
      // Why a charge comes tomorrow, whatever the grace of the loan's own terms is.
      lateDays: String(dayOf(one.counted_on, now) + 1),
      charge: formatRupees(paise(one.charge_paise ?? (isBefore && before ? before.paise : tomorrow))),
      payBy: writtenDay(payByOf(one), language),
      instalment: String(one.number),
      bank: one.bank_name,
      last4: one.last4,
      link: `${publicUrl}/dashboard/payments/${one.loan_id}`,
    },
  };
}

/** The last day for a charge that is told of, as the app shows it; without one the due date. Rule: LEND-L7, LEND-X10 */
function payByOf({
  charge_pay_by: payBy,
  charge_freezes: freezes,
  shown_on: shownOn,
}: Candidate): BusinessDate {
  return payBy === null ? shownOn : countedFrom(freezes ?? [], payBy);
}

interface Ahead {
  readonly tomorrow: Paise;
  readonly hasChargeBefore: boolean;
  readonly today: BusinessDate;
}

function templateOf(one: Candidate, step: ReminderStep, ahead: Ahead): ReminderTemplateName {
  // Whether it was paid is not known, so it is not called unpaid.
  if (one.is_unanswered)
    return one.charge_paise === null ? 'reminder.charge_unanswered' : 'reminder.charged_unanswered';
  // A person whose instalment is collected is not asked to pay it, too. Two days before, the debit is planned; if it is not by
  // then, or failed already, no debit is made on the due date.
  const isPlanned = one.collected_on !== null || step.day < -2;
  if (one.is_collected && isPlanned && step.day <= 0) return 'reminder.autopay';
  const template = ofTomorrow(step, ahead.tomorrow);
  return one.is_collected && one.collected_on !== null
    ? whilePlanned(template, one.collected_on, ahead)
    : template;
}

/**
 * A debit that is tried again takes the instalment alone, so a charge that comes before it stays: both are named in one message. A
 * person is not asked to pay on the day of the debit, which might then be paid twice. Rule: LEND-20, LEND-L4
 */
function whilePlanned(
  template: ReminderTemplateName,
  debitOn: BusinessDate,
  { hasChargeBefore, today }: Ahead,
): ReminderTemplateName {
  const isOfCharge = template === 'reminder.charge_tomorrow';
  if (!isOfCharge && template !== 'reminder.missed') return template;
  if (hasChargeBefore) return 'reminder.autopay_after_charge';
  return isOfCharge && debitOn === today
    ? 'reminder.autopay_or_charge'
    : isOfCharge
      ? template
      : 'reminder.autopay';
}

/** On the eve of a charge that is what is said. Rule: LEND-L4. */
function ofTomorrow({ template, day }: ReminderStep, tomorrow: Paise): ReminderTemplateName {
  if (template === 'reminder.charge_tomorrow') return tomorrow === 0 ? 'reminder.missed' : template;
  const isSoft = template === 'reminder.missed' || template === 'reminder.help';
  return isSoft && day > 0 && tomorrow > 0 ? 'reminder.charge_tomorrow' : template;
}

import { addDays, type BusinessDate, daysBetween, istClock, istDate, istDayBounds } from '@mohlat/money';
import type { ReminderTemplateName } from '#features/notifications/index.ts';

/** Whether a person may refuse it: `service` follows their preferences, `must` is what the rules ask us to say. */
type ReminderKind = 'service' | 'must';

export interface ReminderStep {
  /** The name that makes it the only one of its kind for an instalment. */
  readonly step: string;
  /** Days from the due date. */
  readonly day: number;
  /** Indian hours of the day between which it may leave; the first is also when it is due. */
  readonly from: number;
  readonly until: number;
  readonly kind: ReminderKind;
  readonly template: ReminderTemplateName;
}

/** Rule: LEND-23. Past the due date nothing leaves before 8 or from 19 on. */
const DAY = { from: 9, until: 19 } as const;

/**
 * The calendar of one instalment, earliest first; what its late charges say besides follows from the terms of the loan
 * (`chargedOn`, `eveOf`). The notice two days before a debit is autopay's own. Formal notices are of the borrower's class
 * (`reminders.formal.ts`). Rule: LEND-23.
 */
export const REMINDER_CALENDAR: readonly ReminderStep[] = [
  { step: 'before_7', day: -7, ...DAY, kind: 'service', template: 'reminder.due_soon' },
  { step: 'before_3', day: -3, ...DAY, kind: 'service', template: 'reminder.due_soon' },
  { step: 'before_1', day: -1, ...DAY, kind: 'service', template: 'reminder.due_soon' },
  { step: 'due_morning', day: 0, ...DAY, kind: 'service', template: 'reminder.due_today' },
  { step: 'due_evening', day: 0, from: 19, until: 20, kind: 'service', template: 'reminder.due_today' },
  { step: 'late_1', day: 1, ...DAY, kind: 'must', template: 'reminder.missed' },
  { step: 'late_3', day: 3, ...DAY, kind: 'must', template: 'reminder.charge_tomorrow' },
  { step: 'late_7', day: 7, ...DAY, kind: 'service', template: 'reminder.help' },
  { step: 'late_15', day: 15, ...DAY, kind: 'service', template: 'reminder.help' },
  { step: 'late_25', day: 25, ...DAY, kind: 'service', template: 'reminder.help' },
];

/** On these days a formal notice may be owed, which is about the person's class: what was to be said before is no news any more. */
const NEWS_ENDS_ON = [30, 60, 90];

/** Rule: LEND-23: a contact is one reminder, whatever ways it goes. */
export const CONTACTS_A_DAY = 2;
export const CONTACTS_A_WEEK = 7;

/** The last day after the due date on which a reminder is sent. */
const LATE_DAYS_MAX = 120;
const SOON_DAYS_MAX = 7;

/** Tells of the charge that was levied on a day. Rule: LEND-23, LEND-L4. */
function chargedOn(day: number): ReminderStep {
  return { step: `charged_${day}`, day, ...DAY, kind: 'must', template: 'reminder.charged_by_day' };
}

/** Says on its eve, where no other step of the day does, what a charge will be. Rule: LEND-23, LEND-L4. */
function eveOf(day: number): ReminderStep {
  return { step: `eve_${day}`, day: day - 1, ...DAY, kind: 'must', template: 'reminder.charge_tomorrow' };
}

/** The days after the due date whose charges are news still: those since the newest other step. */
export interface ChargeDays {
  readonly from: number;
  readonly through: number;
  readonly isInAppOnly: boolean;
}

/** For the instalments of one due date: what to say now. */
export interface Slot {
  readonly dueOn: BusinessDate;
  readonly step: ReminderStep | undefined;
  /** In place of it, where a charge was levied on one of these days, or will be on the day after. */
  readonly charges: ChargeDays | undefined;
}

/**
 * Lists the reminders that may be sent at an instant, by due date: the newest step that has come, within its hours. Missed steps
 * are dropped except the newest. Rule: LEND-23, LEND-B2.
 */
export function slotsAt(now: Date): Slot[] {
  const today = istDate(now.getTime());
  const hour = istHour(now);
  const offsets = Array.from(
    { length: SOON_DAYS_MAX + LATE_DAYS_MAX + 1 },
    (_, index) => index - SOON_DAYS_MAX,
  );
  return offsets
    .map((day) => slotOf(addDays(today, -day), day, hour))
    .filter((slot) => slot.step !== undefined || slot.charges !== undefined);
}

function slotOf(dueOn: BusinessDate, day: number, hour: number): Slot {
  const newest = newestStep(day, ({ day: on, from }) => on < day || hour >= from);
  const isOpen = newest !== undefined && hour >= newest.from && hour < newest.until;
  return {
    dueOn,
    step: isOpen ? newest : undefined,
    charges: isHourOfDay(hour) && day >= 1 ? chargeDays(newest, day, false) : undefined,
  };
}

/** The newest step that has come by a day, unless the days of its news are over. */
function newestStep(day: number, hasCome: (step: ReminderStep) => boolean): ReminderStep | undefined {
  const newest = REMINDER_CALENDAR.findLast((one) => one.day <= day && hasCome(one));
  return newest && newest.day >= newsFrom(day) ? newest : undefined;
}

/** The first day whose steps are news on a day. */
function newsFrom(day: number): number {
  return NEWS_ENDS_ON.findLast((one) => one <= day) ?? -SOON_DAYS_MAX;
}

const isHourOfDay = (hour: number): boolean => hour >= DAY.from && hour < DAY.until;

/** True in the hours in which mail and SMS about what is past due may leave. Rule: LEND-23 */
export function isHourOfNotices(now: Date): boolean {
  return isHourOfDay(istHour(now));
}

/** True in the hours in which staff may call or visit. Rule: LEND-23 */
export function isHourOfContact(at: Date): boolean {
  const hour = istHour(at);
  return hour >= 8 && hour < 19;
}

function chargeDays(newest: ReminderStep | undefined, day: number, isInAppOnly: boolean): ChargeDays {
  return { from: Math.max(1, newsFrom(day), newest?.day ?? 1), through: day, isInAppOnly };
}

/** The suffix of a step's name that is only said in the app. */
export const IN_APP_ONLY = '.app';

/**
 * Lists the past-due reminders for the hours in which no mail and no SMS may leave: the app says them from midnight on, the rest
 * follows in its hours. Rule: LEND-23
 */
export function quietSlotsAt(now: Date): Slot[] {
  if (isHourOfNotices(now)) return [];
  const today = istDate(now.getTime());
  return Array.from({ length: LATE_DAYS_MAX }, (_, index) => {
    const day = index + 1;
    const newest = newestStep(day, (one) => one.day >= 1);
    return {
      dueOn: addDays(today, -day),
      step: newest && inApp(newest),
      charges: chargeDays(newest, day, true),
    };
  });
}

function inApp(step: ReminderStep): ReminderStep {
  return { ...step, step: `${step.step}${IN_APP_ONLY}` };
}

/** Without the steps an owner has switched off; what the rules ask us to say cannot be. Rule: LEND-23 */
export function withoutSteps(slots: readonly Slot[], off: readonly string[]): Slot[] {
  if (off.length === 0) return [...slots];
  const isOff = ({ step, kind }: ReminderStep) =>
    kind === 'service' && off.includes(step.replace(IN_APP_ONLY, ''));
  return slots
    .map((slot) => ({ ...slot, step: slot.step && isOff(slot.step) ? undefined : slot.step }))
    .filter((slot) => slot.step !== undefined || slot.charges !== undefined);
}

/** The texts of the steps about a charge that is left without an overdue instalment. */
const OF_CHARGE_ALONE: Readonly<Partial<Record<ReminderTemplateName, ReminderTemplateName>>> = {
  'reminder.due_soon': 'reminder.charge_due_soon',
  'reminder.due_today': 'reminder.charge_due_today',
  'reminder.missed': 'reminder.charge_missed',
  'reminder.charge_tomorrow': 'reminder.charge_missed',
  'reminder.help': 'reminder.charge_help',
};

/** A step of the calendar about a charge by itself: no further charge follows from it. Rule: LEND-23, LEND-L4 */
export function aboutCharge(step: ReminderStep): ReminderStep {
  return { ...step, template: OF_CHARGE_ALONE[step.template] ?? step.template };
}

const OF_CHARGE = /^(charged|eve)_(\d+)$/;

/** The step of a name, also of one that is only said in the app. */
export function stepNamed(name: string): ReminderStep | undefined {
  const base = name.replace(IN_APP_ONLY, '');
  const [, what, day] = OF_CHARGE.exec(base) ?? [];
  if (day !== undefined) return what === 'eve' ? eveOf(Number(day)) : chargedOn(Number(day));
  return REMINDER_CALENDAR.find((one) => one.step === base);
}

/** True of what is said only to announce a charge. */
export function isEve(name: string): boolean {
  return name.startsWith('eve_');
}

/** The last instant at which a step may leave on the day it is. */
export function endOfHours(step: Pick<ReminderStep, 'until'>, now: Date): Date {
  return new Date(istDayBounds(istDate(now.getTime())).startMs + step.until * 3_600_000);
}

/** Days late as people count them; negative before the due date. */
export function dayOf(dueOn: BusinessDate, now: Date): number {
  return daysBetween(dueOn, istDate(now.getTime()));
}

function istHour(now: Date): number {
  return istClock(now.getTime()).getUTCHours();
}

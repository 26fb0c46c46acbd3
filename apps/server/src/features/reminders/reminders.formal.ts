import {
  daysPastDue,
  isLive,
  lastClassChange,
  type Loan,
  type Overdue,
  overdueAt,
  pastDueAt,
} from '@mohlat/lending';
import { addDays, type BusinessDate, formatRupees, istDate } from '@mohlat/money';
import type { FeatureContext } from '#features/context.ts';
import { loadBorrowers } from '#features/lending/index.ts';
import {
  type Language,
  type Notice,
  type Notifier,
  reminderLine,
  type ReminderTemplateName,
  writtenDay,
} from '#features/notifications/index.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Turns } from '#platform/jobs/turns.ts';
import * as repo from './reminders.formal.repo.ts';
import { endOfHours, isHourOfNotices } from './reminders.calendar.ts';

type Deps = Pick<FeatureContext, 'worker' | 'config'> & { readonly notifier: Notifier };

const TEMPLATES: Readonly<Record<repo.FormalClass, ReminderTemplateName>> = {
  SMA1: 'reminder.formal_30',
  SMA2: 'reminder.formal_60',
  NPA: 'reminder.formal_90',
};

const nameOf = ({ user_id: userId, loan_id: loanId }: repo.Place): string => `${userId}/${loanId}/class`;

/**
 * Tells people whose class has changed for the worse, a page of loans; answers how many were dealt with, and from where to go on
 * where there are more. A notice is of the person, so a second loan that comes to the class brings no second one.
 * Rule: LEND-23, LEND-D2
 */
export async function tellClasses(
  deps: Deps,
  turns: Turns,
  now: Date,
  page: { readonly after: repo.Place | undefined; readonly limit: number },
): Promise<{ readonly count: number; readonly next: repo.Place | undefined }> {
  const moment = { now, isInAppOnly: !isHourOfNotices(now) };
  const resting = new Set(turns.resting());
  const found = await deps.worker.plain((tx) => repo.findFormal(tx, moment, page));
  const awake = found.filter((one) => !resting.has(nameOf(one)));
  let count = 0;
  await turns.take(awake, nameOf, async (one) => {
    if (await tellClass(deps, one, moment)) count += 1;
  });
  return { count, next: found.length < page.limit ? undefined : found.at(-1) };
}

async function tellClass(deps: Deps, found: repo.Place, moment: repo.Moment): Promise<boolean> {
  const { now, isInAppOnly } = moment;
  return deps.worker.forUser(found.user_id, async (tx) => {
    const one = await repo.lookAgainFormal(tx, found, moment);
    const [borrower] = one ? await loadBorrowers(tx, [one.user_id]) : [];
    const loan = borrower?.loans.find(({ id }) => id === one?.loan_id);
    if (!one || !borrower || !loan) return false;
    const yesterday = addDays(istDate(now.getTime()), -1);
    const number = numberOf(loan, yesterday);
    const heard = await heardSince(tx, one, borrower.loans, yesterday);
    if (heard === undefined || heard.inFull || (isInAppOnly && heard.inApp)) {
      await repo.saveFormal(tx, one, { number, channels: [], isInAppOnly }, now);
      return true;
    }
    const live = borrower.loans.filter(isLive);
    const worst = Math.max(...live.map((each) => daysPastDue(each, yesterday)));
    const overdue = overdueAt(live, yesterday);
    // Paid meanwhile, or less late than a loan of which nothing may be said now.
    if (overdue.since === undefined || daysPastDue(loan, yesterday) < worst) return false;
    const told = { one, overdue, since: overdue.since, days: worst };
    const write = (language: Language): Notice => ({
      ...noticeOf(told, language, deps.config.publicUrl, now),
      ...(isInAppOnly ? {} : { template: TEMPLATES[one.class] }),
      isSaidInApp: heard.inApp,
    });
    const channels = await deps.notifier.notify(tx, one.user_id, write, now);
    await repo.saveFormal(tx, one, { number, channels, isInAppOnly }, now);
    return true;
  });
}

/** Where the person heard of their class; undefined where no change for the worse led to it. Rule: LEND-D2 */
async function heardSince(
  tx: Tx,
  { user_id: userId, class: of }: repo.FormalCandidate,
  loans: readonly Loan[],
  yesterday: BusinessDate,
) {
  const change = lastClassChange(loans, yesterday);
  if (change.class !== of || !change.isForTheWorse || change.since === null) return undefined;
  return repo.heardOf(tx, userId, of, change.since);
}

/** The number of the oldest instalment of which something is overdue, or of a charge for it. */
function numberOf(loan: Loan, day: BusinessDate): number {
  const { instalments, charges } = pastDueAt(loan, day);
  const numbers = [...instalments, ...charges].map(({ number }) => number);
  return numbers.length === 0 ? 1 : Math.min(...numbers);
}

interface Told {
  readonly one: repo.FormalCandidate;
  readonly overdue: Overdue;
  readonly since: BusinessDate;
  readonly days: number;
}

function noticeOf({ one, overdue, since, days }: Told, language: Language, publicUrl: string, now: Date) {
  const template = TEMPLATES[one.class];
  const vars = {
    amount: amountIn(overdue, language),
    date: writtenDay(since, language),
    days: String(days),
    link: `${publicUrl}/dashboard/payments/${one.loan_id}`,
  };
  return {
    kind: 'must' as const,
    type: 'warning' as const,
    icon: 'alert',
    ...reminderLine(template, language, vars),
    vars,
    language,
    until: endOfHours({ until: 19 }, now),
  };
}

/** The overdue sum, with the part of it that is charges. */
function amountIn({ paise, chargesPaise }: Overdue, language: Language): string {
  const sum = formatRupees(paise);
  if (chargesPaise === 0) return sum;
  const charges = formatRupees(chargesPaise);
  if (chargesPaise === paise) return language === 'hi' ? `${sum} का शुल्क` : `${sum} of charges`;
  return language === 'hi' ? `${sum} (इसमें ${charges} शुल्क)` : `${sum} (${charges} of it charges)`;
}

import {
  ALONE_MAX_PAISE,
  CREDIT_INFORMATION_COMPANIES,
  getAdminPayment,
  identifyReceipt,
  listBreaks,
  listBureauReports,
  listReceipts,
  noteBureauSubmission,
  proposeSettlement,
  proposeWriteOff,
  resolveBreak,
  waivePayment,
} from '@mohlat/contract';
import { LIVE_STATUSES, type Standing, standingOn, WRITE_OFF_FROM_DPD } from '@mohlat/lending';
import { addDays, type BusinessDate } from '@mohlat/money';
import { oneOf } from '../../apps/server/src/platform/db/one-of.ts';
import type { Life } from './lives.ts';
import { type Office, PAGE } from './staff.ts';

export interface Overdue {
  readonly user_id: string;
  readonly loan_id: string;
  readonly dpd: number;
}

interface Fact extends Pick<Overdue, 'user_id' | 'loan_id'> {
  readonly closed_on: BusinessDate;
  readonly fact: Standing;
}

/** Where each loan in arrears stands by the last day that was closed. */
const OVERDUE = `
  select d.user_id, d.loan_id, loan_closed_through(d.closed_through_on, d.next_on)::text as closed_on,
    json_build_object('on', g.business_on, 'dpd', g.dpd, 'class', g.class) as fact
  from loan_days d
  join loans l on l.user_id = d.user_id and l.id = d.loan_id and ${oneOf('l.status', LIVE_STATUSES)}
  cross join lateral (
    select f.business_on, f.dpd, f.class from dpd_log f
    where f.user_id = d.user_id and f.loan_id = d.loan_id and f.is_active and f.business_on <= loan_closed_through(d.closed_through_on, d.next_on)
    order by f.business_on desc limit 1) g
  where g.dpd > 0`;

export async function listOverdue({ stage }: Office): Promise<Overdue[]> {
  const { rows } = await stage.world.sql.query<Fact>(OVERDUE);
  return rows
    .map(({ closed_on: on, fact, ...ids }) => ({ ...ids, dpd: standingOn({ standings: [fact] }, on)!.dpd }))
    .toSorted((a, b) => b.dpd - a.dpd || (a.loan_id < b.loan_id ? -1 : 1));
}

const SMALL_WAIVER_PAISE = 10_000;

/** A small charge is let off, a lower sum agreed upon, a loan given up after half a year. */
export async function lookAtArrears(office: Office): Promise<void> {
  const { team, random } = office;
  for (const { user_id: userId, loan_id: id, dpd } of await listOverdue(office)) {
    const life = office.stage.lives.find(({ actor }) => actor?.userId === userId);
    if (!life) continue;
    if (dpd >= WRITE_OFF_FROM_DPD && random.chance(0.6)) await giveUp(office, id);
    else if (dpd > 95 && dpd < 150 && random.chance(0.15)) await agree(office, life, id);
    else if (dpd > 4 && dpd < 40 && random.chance(0.1)) {
      const reason = 'The bank’s app was down on the due date';
      await team.tryTo('finance', waivePayment, {
        id,
        body: { component: 'penal', amountPaise: SMALL_WAIVER_PAISE, reason },
      });
    }
  }
}

export function giveUp({ team }: Office, id: string) {
  const reason = 'No payment and no answer for half a year';
  return team.tryTo('finance', proposeWriteOff, { id, body: { reason } });
}

/** Most who are offered a lower sum pay it. */
export async function agree(office: Office, life: Life, loanId: string): Promise<boolean> {
  const { team, random, today } = office;
  const { payment } = await team.ask('finance', getAdminPayment, { id: loanId });
  const agreedPaise = Math.round((payment.outstandingPaise * random.int(50, 70)) / 100);
  const answer = await team.tryTo('finance', proposeSettlement, {
    id: loanId,
    body: { agreedPaise, payBy: addDays(today, 40), reason: 'Lost the job, offers a part of it at once' },
  });
  if (answer && random.chance(0.7))
    office.add(life, [
      { on: addDays(today, 16), intent: { what: 'pay sum', loanId, amountPaise: agreedPaise } },
    ]);
  return answer !== undefined;
}

/** More of the late charges than one person may let off alone. */
export async function letOffMuch({ team }: Office, id: string): Promise<boolean> {
  const { payment } = await team.ask('finance', getAdminPayment, { id });
  const late = payment.charges.filter(({ kind }) => kind === 'penal');
  const amountPaise = late.reduce((sum, one) => sum + one.amountPaise - one.paidPaise - one.waivedPaise, 0);
  if (amountPaise <= ALONE_MAX_PAISE) return false;
  const reason = 'In hospital for three weeks, the discharge papers are with us';
  const body = { component: 'penal', amountPaise, reason } as const;
  return (await team.tryTo('finance', waivePayment, { id, body })) !== undefined;
}

/** The resolution of each kind of difference that finance can clear without asking around. */
const CLEARED_AS = {
  refund_due: 'refund_arrived',
  late_success: 'rail_returned',
  amount: 'rail_returned',
  ok_unknown: 'agreed',
  fail_unknown: 'agreed',
  refund_slow: 'agreed',
} as const;
const WEEK_MS = 7 * 86_400_000;

/** Clears the differences that have been open for a week or more. */
export async function clearBreaks({ stage, team }: Office): Promise<void> {
  const { items } = await team.ask('finance', listBreaks, {
    query: { state: 'open', order: 'oldest', limit: PAGE },
  });
  const before = stage.world.clock.now().getTime() - WEEK_MS;
  for (const { id, kind, openedAt } of items) {
    const resolution = Object.hasOwn(CLEARED_AS, kind)
      ? CLEARED_AS[kind as keyof typeof CLEARED_AS]
      : undefined;
    if (resolution === undefined || Date.parse(openedAt) > before) continue;
    const body = { resolution, note: 'Seen on the statement of the float account' } as const;
    await team.tryTo('finance', resolveBreak, { id, body });
  }
}

/** Some of the money without an owner is found to be a borrower's; the rest goes back where it came from. */
export async function giveReceipts(office: Office): Promise<void> {
  const { items } = await office.team.ask('finance', listReceipts, { query: { limit: PAGE } });
  for (const { id, ageDays } of items)
    if (ageDays > 2 && office.random.chance(0.3)) await giveReceipt(office, id);
}

/** A borrower who has been late for a while wrote that it was they. */
export async function giveReceipt(office: Office, id: string): Promise<boolean> {
  const owing = await listOverdue(office);
  if (owing.length === 0) return false;
  const { loan_id: paymentId } = office.random.pick(owing);
  const body = { paymentId, reason: 'They sent the reference of their bank by mail' };
  return (await office.team.tryTo('finance', identifyReceipt, { id, body })) !== undefined;
}

/** Each company had the reports that wait. The newest of the demo waits for whoever looks at it. */
export async function submitReports({ team }: Office): Promise<void> {
  const { items } = await team.ask('finance', listBureauReports, {
    query: { state: 'waiting', limit: PAGE },
  });
  for (const { id, asOn } of items)
    for (const company of CREDIT_INFORMATION_COMPANIES) {
      const body = { company, reference: `${company.toUpperCase()}-${asOn.replaceAll('-', '')}` };
      await team.tryTo('finance', noteBureauSubmission, { id, body });
    }
}

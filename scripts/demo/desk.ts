import { type ApprovalItem, decideApproval, listApprovals, listReceipts } from '@mohlat/contract';
import { addDays, type BusinessDate, daysBetween } from '@mohlat/money';
import { WRITE_OFF_FROM_DPD } from '@mohlat/lending';
import type { Random } from '@mohlat/lending/simulate';
import { DomainError } from '../../apps/server/src/platform/http/domain-error.ts';
import {
  agree,
  clearBreaks,
  giveReceipt,
  giveReceipts,
  giveUp,
  letOffMuch,
  listOverdue,
  lookAtArrears,
  type Overdue,
  submitReports,
} from './finance-desk.ts';
import { isMember, type Life, type Planned, type Stage } from './lives.ts';
import { tellHardship } from './paying.ts';
import { changeLimit, judgeReviews, lookAtAccounts, lookAtLimits, unblockOne } from './risk-desk.ts';
import { changeSettings } from './settings-desk.ts';
import { type Office, PAGE, type Team } from './staff.ts';
import { answerTickets } from './support.ts';

export interface Desk {
  /** An ordinary day: questions and reviews on the one, colleagues’ proposals on the other. */
  readonly today: (today: BusinessDate) => Promise<void>;
  /** Once a week: what is long overdue, what differs, what colleagues propose. */
  readonly thisWeek: (today: BusinessDate) => Promise<void>;
}

/** So many days before the end staff make proposals that stay undecided. */
const PROPOSED_LAST_DAYS = 3;

/** Opens the work of the team, as its screens ask for it. `add` tells people what they were offered. */
export function openDesk(
  stage: Stage,
  team: Team,
  random: Random,
  add: (life: Life, planned: readonly Planned[]) => void,
  span: { readonly first: BusinessDate; readonly endsOn: BusinessDate },
): Desk {
  const days = daysBetween(span.first, span.endsOn);
  const decideToday = createDecisions();
  const officeOn = (today: BusinessDate): Office => {
    const daysLeft = daysBetween(today, span.endsOn);
    return { stage, team, random, add, today, daysLeft };
  };
  return {
    today: async (today) => {
      const office = officeOn(today);
      await changeSettings(office, days);
      if (office.daysLeft % 2 === 0) {
        await answerTickets(office);
        await judgeReviews(office);
      } else await decideToday(office);
      if (office.daysLeft === PROPOSED_LAST_DAYS) {
        await leaveProposals(office);
        await leaveHardship(office);
      }
    },
    thisWeek: async (today) => {
      const office = officeOn(today);
      await lookAtArrears(office);
      await clearBreaks(office);
      await giveReceipts(office);
      await submitReports(office);
      await lookAtLimits(office);
      await lookAtAccounts(office, daysBetween(span.first, addDays(today, 1)) / 7);
    },
  };
}

/** Proposals of the last days are left undecided for anybody who looks at the demo. */
const UNDECIDED_DAYS = 6;

/**
 * A second colleague looks at what is proposed, within days; a little of it is refused, taken back, or forgotten until its week
 * is over.
 */
function createDecisions(): (office: Office) => Promise<void> {
  const forgotten = new Map<string, boolean>();
  return async ({ team, random, daysLeft }) => {
    if (daysLeft <= UNDECIDED_DAYS) return;
    const { items } = await team.ask('lead', listApprovals, { query: { order: 'oldest', limit: PAGE } });
    for (const item of items) {
      const isForgotten = forgotten.get(item.id) ?? (item.kind !== 'settings' && random.chance(0.06));
      forgotten.set(item.id, isForgotten);
      if (isForgotten || !random.chance(0.5)) continue;
      const { who, body } = wordOn(item, random.next());
      const asked = { id: item.id, body };
      await team.tryTo(
        who === 'lead' ? who : (team.whoIs(item.proposedBy.id) ?? 'lead'),
        decideApproval,
        asked,
      );
    }
  };
}

/** Draws the decision on a proposal: by the head of the team, or by its proposer, who takes it back. */
function wordOn({ kind }: ApprovalItem, chance: number) {
  const reject = (note: string) => ({ decision: 'reject', note }) as const;
  if (kind === 'settings' || chance > 0.15) return { who: 'lead', body: { decision: 'approve' } } as const;
  return chance > 0.05
    ? ({ who: 'lead', body: reject('Call them once more first') } as const)
    : ({ who: 'proposer', body: reject('Paid this morning, not needed any more') } as const);
}

/** One proposal of each kind that there is something for. */
async function leaveProposals(office: Office): Promise<void> {
  const overdue = await listOverdue(office);
  await first(overdue, ({ loan_id: id, dpd }) => dpd >= WRITE_OFF_FROM_DPD && giveUp(office, id));
  await first(overdue, ({ loan_id: id }) => letOffMuch(office, id));
  await first(overdue, ({ user_id: userId, loan_id: id, dpd }) => {
    const life = office.stage.lives.find(({ actor }) => actor?.userId === userId);
    return dpd > 30 && dpd < WRITE_OFF_FROM_DPD && life !== undefined && agree(office, life, id);
  });
  const { items } = await office.team.ask('finance', listReceipts, { query: { limit: PAGE } });
  await first(items, ({ id }) => giveReceipt(office, id));
  await first([1, 2, 3], () => changeLimit(office));
  await unblockOne(office);
}

const RUNNING = `select user_id, loan_id from loan_days where is_open order by user_id, loan_id`;

/** Has a person say that they cannot pay, in a demo of any size: the one longest overdue, else any whose day is near. */
async function leaveHardship(office: Office): Promise<void> {
  const { stage } = office;
  const { rows } = await stage.world.sql.query<Pick<Overdue, 'user_id' | 'loan_id'>>(RUNNING);
  await first([...(await listOverdue(office)), ...rows], async ({ user_id: userId, loan_id: id }) => {
    const life = stage.lives.find(({ actor, person }) => actor?.userId === userId && !person.isSpared);
    if (!life || !isMember(life)) return false;
    try {
      await tellHardship(stage, life, id);
      return true;
    } catch (error) {
      if (error instanceof DomainError) return false;
      throw error;
    }
  });
}

/** Goes on until one is taken. */
async function first<T>(list: readonly T[], propose: (one: T) => unknown): Promise<void> {
  for (const one of list) if (await propose(one)) return;
}

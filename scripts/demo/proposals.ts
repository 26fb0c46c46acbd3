import { type ApprovalItem, decideApproval, listApprovals, listReceipts } from '@mohlat/contract';
import { agree, giveReceipt, giveUp, letOffMuch, listOverdue } from './finance-desk.ts';
import { changeLimit, unblockOne } from './risk-desk.ts';
import { type Office, PAGE } from './staff.ts';

/** What is proposed so late is left for whoever looks at the demo. */
const UNDECIDED_DAYS = 6;

/**
 * Somebody else looks at what is proposed, within days; a little of it is refused, taken back, or forgotten until its week
 * is over.
 */
export function createDecisions(): (office: Office) => Promise<void> {
  const forgotten = new Map<string, boolean>();
  return async ({ team, random, daysLeft }) => {
    if (daysLeft <= UNDECIDED_DAYS) return;
    const { items } = await team.ask('lead', listApprovals, { query: { limit: PAGE } });
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

/** What the head of the team says, or whoever proposed it and thought better of it. */
function wordOn({ kind }: ApprovalItem, chance: number) {
  const reject = (note: string) => ({ decision: 'reject', note }) as const;
  if (kind === 'settings' || chance > 0.15) return { who: 'lead', body: { decision: 'approve' } } as const;
  return chance > 0.05
    ? ({ who: 'lead', body: reject('Call them once more first') } as const)
    : ({ who: 'proposer', body: reject('Paid this morning, not needed any more') } as const);
}

/** One proposal of each kind that there is something for. */
export async function leaveProposals(office: Office): Promise<void> {
  const overdue = await listOverdue(office);
  await first(overdue, ({ loan_id: id, dpd }) => dpd > 180 && giveUp(office, id));
  await first(overdue, ({ loan_id: id }) => letOffMuch(office, id));
  await first(overdue, ({ user_id: userId, loan_id: id, dpd }) => {
    const life = office.stage.lives.find(({ actor }) => actor?.userId === userId);
    return dpd > 30 && dpd <= 180 && life !== undefined && agree(office, life, id);
  });
  const { items } = await office.team.ask('finance', listReceipts, { query: { limit: PAGE } });
  await first(items, ({ id }) => giveReceipt(office, id));
  await first([1, 2, 3], () => changeLimit(office));
  await unblockOne(office);
}

/** Goes on until one is taken. */
async function first<T>(list: readonly T[], propose: (one: T) => unknown): Promise<void> {
  for (const one of list) if (await propose(one)) return;
}

import type { blockUser, proposeUnblock } from '@mohlat/contract';
import { istDate } from '@mohlat/money';
import { z } from 'zod';
import {
  type Act,
  type ActCall,
  type ApprovalHandler,
  actOn,
  approvalHandler,
  proposeIn,
} from '#features/approvals/index.ts';
import { type BlockRow, findBlock, lockBlock } from '#features/account-block.ts';
import { type Language, type Notifier, writtenDay } from '#features/notifications/index.ts';
import type { LenderIdentity } from '#features/settings/index.ts';
import { needing, type Tx } from '#platform/db/database.ts';
import { ANNOUNCE_SESSION } from '#platform/events/bus.ts';
import { DomainError, invariant } from '#platform/http/domain-error.ts';
import * as repo from './users.block.repo.ts';
import type { UserRow } from './users.list.repo.ts';
import { audit, known, type UsersDeps } from './users.service.ts';
import { stateOf } from './users.view.ts';

export type BlocksDeps = UsersDeps & {
  readonly notifier: Notifier;
  readonly lender: Pick<LenderIdentity, 'grievanceOfficer'>;
};

export interface BlocksService {
  /**
   * Throws not_found, own_account, account_is_closed, role_required, account_is_blocked, approval_open. Audited. A colleague's is
   * proposed to a second person. A block that stands may be marked as fraud once, and so may a closed account: its person is known
   * again by the mark, and what others earned for bringing them is taken back.
   */
  readonly block: ActCall<typeof blockUser>;
  /** Throws not_found, own_account, account_is_closed, account_not_blocked, approval_open. Audited. Also lifts the mark of a closed account. */
  readonly proposeUnblock: ActCall<typeof proposeUnblock>;
}

/**
 * One member of staff shuts an account at once, for a stolen phone does not wait; opening it again takes two, and so does
 * shutting a colleague's. What is owed stays owed, and money on its way goes on; a bill that has not begun to be paid is not paid
 * (payments/rail/submit.ts). Either way the person is told.
 * Rule: LEND-24 (maker and checker)
 */
export function createBlocksService(deps: BlocksDeps): BlocksService {
  return {
    block: (actor, userId, { reason, isFraud = false }, trace) =>
      actOn(deps, actor, { userId, objectId: userId }, trace, async (act) => {
        const { tx, now } = act;
        await lockBlock(tx, userId);
        const row = await subject(act);
        const { is_staff: isColleague } = row;
        if (row.deleted_at && !isFraud) throw new DomainError('account_is_closed');
        // A mark of fraud takes back what others earned: risk judges that, as it does a colleague.
        if ((isColleague || isFraud) && !(await repo.isRisk(tx))) throw new DomainError('role_required');
        if ((await isShut(tx, row)) && !(await maySay(tx, userId, isFraud)))
          throw await blockedBefore(tx, userId);
        // It takes two to block a member of staff: one alone could otherwise shut out everybody who could undo it.
        if (isColleague) {
          // The door is support's, too: it is risk that has to be held until a second person decides.
          const asRisk = { ...act, actor: needing(actor, 'risk') };
          const proposed = await proposeIn(asRisk, { kind: 'colleague_block', payload: { isFraud }, reason });
          return { state: stateOf(row), ...proposed };
        }
        const sessionsEnded = await shut(tx, deps, row, { by: actor.userId, reason, isFraud }, now);
        const after = row.deleted_at ? 'closed' : 'blocked';
        const details = { before: stateOf(row), after, sessionsEnded, isFraud };
        await audit(tx, deps, { action: 'user.blocked', details, reason }, userId, trace);
        return { state: after, approvalId: null };
      }),
    proposeUnblock: (actor, userId, { reason }, trace) =>
      actOn(deps, actor, { userId, objectId: userId }, trace, async (act) => {
        const row = await subject(act);
        if (!(await isToLift(act.tx, row)))
          throw new DomainError(row.deleted_at ? 'account_is_closed' : 'account_not_blocked');
        const payload = seenOf(await findBlock(act.tx, userId));
        return proposeIn(act, { kind: 'account_unblock', payload, reason });
      }),
  };
}

/**
 * Whether something may be said of an account that is shut already: that it is for fraud, once; and everything where the auth server's
 * own door shut it, whose ban may pass and stops no payment.
 */
async function maySay(tx: Tx, userId: string, isFraud: boolean): Promise<boolean> {
  const block = await findBlock(tx, userId);
  return block === undefined || (isFraud && !block.is_fraud);
}

/** Whether an account is shut to its person by staff; of a closed one, whether staff have marked it. */
async function isShut(tx: Tx, { id, deleted_at: deletedAt, is_banned: isBanned }: UserRow): Promise<boolean> {
  return deletedAt === null ? isBanned : (await findBlock(tx, id)) !== undefined;
}

/**
 * Whether there is anything to lift. Where the auth server's own door let the person in again, the block of staff stands all the same: it
 * stops bills, and no late charge comes of its days.
 */
async function isToLift(tx: Tx, row: UserRow): Promise<boolean> {
  return (await isShut(tx, row)) || (await findBlock(tx, row.id)) !== undefined;
}

/** A block as the member of staff saw it who proposed to lift it; a proposal of the version before names no moment, and saw no fraud. */
const seenBlock = z.object({ blockedAt: z.iso.datetime().nullish(), isFraud: z.boolean().default(false) });

function seenOf(block: BlockRow | undefined): z.infer<typeof seenBlock> {
  return { blockedAt: block?.blocked_at.toISOString() ?? null, isFraud: block?.is_fraud ?? false };
}

/** Whether the block that stands is the one that was seen: one that was written over since, or marked as fraud, was judged by nobody. */
function isAsSeen(block: BlockRow | undefined, seen: z.infer<typeof seenBlock>): boolean {
  const now = seenOf(block);
  return now.isFraud === seen.isFraud && (seen.blockedAt === undefined || now.blockedAt === seen.blockedAt);
}

/**
 * Ends every session; answers how many. The person is told, unless the account is blocked already and only marked now, or closed: then
 * there is no address to tell.
 */
async function shut(
  tx: Tx,
  deps: Pick<BlocksDeps, 'notifier' | 'lender'>,
  row: UserRow,
  block: repo.NewBlock,
  now: Date,
): Promise<number> {
  const { id: userId } = row;
  const isMark = row.deleted_at !== null || (row.is_banned && (await findBlock(tx, userId)) !== undefined);
  if (isMark) {
    await repo.writeBlock(tx, userId, block, now);
    return 0;
  }
  const sessionsEnded = await repo.countSessions(tx, userId);
  await repo.block(tx, userId, block, now);
  await tellBlock(tx, deps, userId, 'account.blocked', now);
  await tx.call(ANNOUNCE_SESSION, [userId]);
  return sessionsEnded;
}

async function subject({ tx, actor, userId, now }: Act): Promise<UserRow> {
  const row = await known(tx, userId, now);
  if (userId === actor.userId) throw new DomainError('own_account');
  return row;
}

async function blockedBefore(tx: Tx, userId: string): Promise<DomainError> {
  const block = await repo.findNamedBlock(tx, userId);
  const first = block && { by: block.blocker_name, at: block.blocked_at };
  return new DomainError('account_is_blocked', first ? { first } : {});
}

export function unblockApproval(deps: Pick<BlocksDeps, 'clock' | 'notifier' | 'lender'>): ApprovalHandler {
  return approvalHandler({
    kind: 'account_unblock',
    payload: seenBlock,
    async describe(tx, { objectId, payload }, now) {
      const row = await known(tx, objectId, now);
      const block = await repo.findNamedBlock(tx, objectId);
      return {
        facts: [
          { code: 'account_state', value: stateOf(row) },
          ...(block
            ? ([
                { code: 'blocked_at', value: block.blocked_at.toISOString() },
                { code: 'blocked_by', value: block.blocker_name ?? block.blocked_by },
                { code: 'block_reason', value: block.reason },
                { code: 'is_fraud', value: block.is_fraud ? 'yes' : 'no' },
              ] as const)
            : []),
        ],
        isCurrent: isAsSeen(block, payload) && (await isToLift(tx, row)),
      };
    },
    async apply(tx, { approvalId, objectId, userId, payload }, { now }) {
      invariant(userId === objectId, 'a block is about somebody else');
      await lockBlock(tx, userId);
      const row = await known(tx, userId, deps.clock.now());
      if (!isAsSeen(await findBlock(tx, userId), payload) || !(await isToLift(tx, row)))
        throw new DomainError('approval_stale');
      await repo.unblock(tx, userId, approvalId, now);
      if (row.deleted_at === null) await tellBlock(tx, deps, userId, 'account.unblocked', now);
    },
  });
}

/** A colleague is shut out by two, at once when the second has decided. Rule: LEND-24 */
export function colleagueBlockApproval(deps: Pick<BlocksDeps, 'notifier' | 'lender'>): ApprovalHandler {
  return approvalHandler({
    kind: 'colleague_block',
    payload: z.object({ isFraud: z.boolean() }),
    async describe(tx, { objectId, payload: { isFraud } }, now) {
      const row = await known(tx, objectId, now);
      return {
        facts: [
          { code: 'account_state', value: stateOf(row) },
          { code: 'sessions', value: await repo.countSessions(tx, objectId) },
          { code: 'is_fraud', value: isFraud ? 'yes' : 'no' },
        ],
        isCurrent: row.is_staff && (!(await isShut(tx, row)) || (await maySay(tx, objectId, isFraud))),
      };
    },
    async apply(tx, { objectId, userId, reason, payload: { isFraud } }, { decidedBy: by, now }) {
      invariant(userId === objectId, 'a block is about somebody else');
      await lockBlock(tx, userId);
      const row = await known(tx, userId, now);
      if ((await isShut(tx, row)) && !(await maySay(tx, userId, isFraud)))
        throw new DomainError('approval_stale');
      await shut(tx, deps, row, { by, reason, isFraud }, now);
    },
  });
}

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
 * Tells a person what was done to their account, and whom they can complain to: a person who cannot log in reads it nowhere
 * else, so that it always comes. Why staff did it is theirs to say.
 */
async function tellBlock(
  tx: Tx,
  { notifier, lender }: Deps,
  userId: string,
  template: keyof typeof LINES,
  now: Date,
): Promise<void> {
  const { name: officer, email: officerEmail, phone: officerPhone } = lender.grievanceOfficer;
  const notice = (language: Language) => {
    const date = writtenDay(istDate(now.getTime()), language);
    return { ...LINES[template], template, vars: { date, officer, officerEmail, officerPhone } };
  };
  await notifier.notify(tx, userId, notice, now);
}

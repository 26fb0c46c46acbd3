import { deviceNameOf } from '@mohlat/auth';
import type { UserDetail } from '@mohlat/contract';
import { availableLimit, maskAadhaar, maskBirth, paise } from '@mohlat/money';
import { proposableMax } from '#features/credit/index.ts';
import { aadhaarStatusAt } from '#features/kyc/index.ts';
import { owedOn } from '#features/payments/index.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Vault } from '#platform/crypto/vault.ts';
import type { Tx } from '#platform/db/database.ts';
import type { UserRow } from './users.list.repo.ts';
import { maskAddress, maskEmail } from './users.rules.ts';
import { findNamedBlock } from './users.block.repo.ts';
import * as repo from './users.story.repo.ts';
import { stateOf, toItem } from './users.view.ts';

interface Deps {
  readonly clock: Clock;
  readonly vault: Vault;
}

const iso = (at: Date) => at.toISOString();
const isoOrNull = (at: Date | null | undefined) => at?.toISOString() ?? null;
const person = (id: string | null | undefined, name: string | null | undefined) =>
  id ? { id, name: name ?? null } : null;

/** The whole of an account as staff see it: read in the transaction of that person, identifiers masked. */
export async function readStory(tx: Tx, { clock, vault }: Deps, row: UserRow): Promise<UserDetail> {
  const { id } = row;
  const account = await repo.findAccount(tx, id);
  const profile = await repo.findProfile(tx, id);
  return {
    ...toItem(vault, row),
    emailMasked: account?.email ? maskEmail(account.email) : null,
    lastSignInAt: isoOrNull(account?.last_sign_in_at),
    block: await readBlock(tx, row),
    profile: {
      dateOfBirthMasked: profile?.date_of_birth ? maskBirth(profile.date_of_birth) : null,
      addressMasked: profile?.address_sealed
        ? maskAddress(vault.open(profile.address_sealed, `address:${id}`))
        : null,
      monthlyIncomePaise: profile?.monthly_income_paise ?? null,
      isEmailConfirmed: account?.is_email_confirmed === true,
      isMobileConfirmed: account?.is_phone_confirmed === true,
    },
    outstandingPaise: await owedOn(tx, id, clock.today()),
    ...(await readLists(tx, clock, row)),
    counts: { payments: await repo.countPayments(tx, id) },
  };
}

/**
 * The block of an account, also where the auth server's own door let the person in again; a closed one shows the mark that staff have set
 * on it, if any.
 */
async function readBlock(tx: Tx, row: UserRow): Promise<UserDetail['block']> {
  const { id } = row;
  const block = await findNamedBlock(tx, id);
  if (!block && stateOf(row) !== 'blocked') return null;
  if (!block) return { at: null, by: null, reason: null, isFraud: false };
  const { reason, is_fraud: isFraud } = block;
  return { at: iso(block.blocked_at), by: person(block.blocked_by, block.blocker_name), reason, isFraud };
}

type Lists = Awaited<ReturnType<typeof findLists>>;

async function findLists(tx: Tx, userId: string) {
  return {
    attempts: await repo.listAttempts(tx, userId),
    limitChanges: await repo.listLimitChanges(tx, userId),
    consents: await repo.listConsents(tx, userId),
    sessions: await repo.listSessions(tx, userId),
    reviews: await repo.listReviews(tx, userId),
    friends: await repo.listFriends(tx, userId),
  };
}

async function readChecks(
  tx: Tx,
  clock: Clock,
  { id, pan_masked: panMasked }: UserRow,
  { attempts }: Lists,
): Promise<UserDetail['checks']> {
  const row = await repo.findChecks(tx, id);
  return {
    pan: {
      status: row?.pan_status ?? 'not_started',
      masked: panMasked,
      name: row?.pan_name ?? null,
      reason: row?.pan_reason ?? null,
      verifiedAt: isoOrNull(row?.pan_verified_at),
      category: row?.pan_category ?? null,
    },
    aadhaar: {
      status: row ? aadhaarStatusAt(row, clock.now()) : 'not_started',
      masked: row?.aadhaar_last4 ? maskAadhaar(row.aadhaar_last4) : null,
      name: row?.aadhaar_name ?? null,
      reason: row?.aadhaar_reason ?? null,
      verifiedAt: isoOrNull(row?.aadhaar_verified_at),
    },
    video: {
      status: row?.video_status ?? 'not_started',
      reasonCode: row?.video_reason_code ?? null,
      reason: row?.video_reason ?? null,
      verifiedAt: isoOrNull(row?.video_verified_at),
    },
    bankAccounts: await repo.listBankAccounts(tx, id),
    risk: row?.risk ?? null,
    attempts: attempts.items.map(({ kind, outcome, at }) => ({ kind, outcome, at: iso(at) })),
  };
}

async function readCredit(
  tx: Tx,
  clock: Clock,
  userId: string,
  { limitChanges }: Lists,
): Promise<UserDetail['creditDetail']> {
  const row = await repo.findCredit(tx, userId);
  if (!row) return null;
  return {
    stateReason: row.state_reason,
    availablePaise: availableLimit(paise(row.limit_paise), paise(row.used_paise), paise(row.reserved_paise)),
    score: row.score,
    proposableMaxPaise: await proposableMax(tx, userId, clock),
    history: limitChanges.items.map(({ at, toState, toLimitPaise, reason }) => ({
      at: iso(at),
      toState,
      toLimitPaise,
      reason,
    })),
  };
}

type Listed =
  | 'checks'
  | 'creditDetail'
  | 'consents'
  | 'sessions'
  | 'reviews'
  | 'openApprovals'
  | 'referrals'
  | 'leftOut';

async function readLists(tx: Tx, clock: Clock, row: UserRow): Promise<Pick<UserDetail, Listed>> {
  const { id: userId } = row;
  const lists = await findLists(tx, userId);
  const { attempts, limitChanges, consents, sessions, reviews, friends } = lists;
  const approvals = await repo.listOpenApprovals(tx, userId, clock.now());
  return {
    checks: await readChecks(tx, clock, row, lists),
    creditDetail: await readCredit(tx, clock, userId, lists),
    referrals: {
      code: await repo.findReferralCode(tx, userId),
      friends: friends.items.map(({ id, name, at, rewardPaise }) => ({
        account: { id, name },
        at: iso(at),
        rewardPaise,
      })),
    },
    leftOut: {
      attempts: attempts.leftOutCount,
      limitChanges: limitChanges.leftOutCount,
      consents: consents.leftOutCount,
      sessions: sessions.leftOutCount,
      reviews: reviews.leftOutCount,
      friends: friends.leftOutCount,
    },
    consents: consents.items.map(({ purpose, version, given_at: givenAt, withdrawn_at: withdrawnAt }) => ({
      purpose,
      version,
      givenAt: iso(givenAt),
      withdrawnAt: isoOrNull(withdrawnAt),
    })),
    sessions: sessions.items.map((one) => ({
      id: one.id,
      since: iso(one.created_at),
      usedAt: isoOrNull(one.refreshed_at),
      device: one.user_agent,
      ...deviceNameOf(one.user_agent),
      ip: one.ip,
      hasSecondFactor: one.aal === 'aal2',
    })),
    reviews: reviews.items.map(({ created_at: createdAt, decided_at: decidedAt, ...one }) => ({
      ...one,
      createdAt: iso(createdAt),
      decidedAt: isoOrNull(decidedAt),
    })),
    openApprovals: approvals.map(({ id, kind, proposed_at: at }) => ({ id, kind, proposedAt: iso(at) })),
  };
}

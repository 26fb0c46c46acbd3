import { HOUR_MS, MINUTE_MS } from '@mohlat/money';
import { z } from 'zod';
import type { FeatureContext } from '#features/context.ts';
import type { Ending, HeldTable } from '#features/personal-data.ts';
import type { Tx } from '#platform/db/database.ts';
import { errorName, errorPlace } from '#platform/http/error-name.ts';
import { claimPeople } from '#platform/jobs/due.ts';
import { createTurns } from '#platform/jobs/turns.ts';
import { type CronEntry, type Job, job } from '#platform/jobs/worker.ts';
import { ERASE_TASK } from './closure.service.ts';
import { type Carried, eraseAtOnce, eraseKept, eraseRefused, lockAccount } from './erasure.repo.ts';
import { closedBy } from './retention.periods.ts';
import { RETENTION, type RetentionRule } from './retention.rules.ts';

type Deps = Pick<FeatureContext, 'worker' | 'clock' | 'machineClock' | 'files' | 'log'> & {
  readonly held: readonly HeldTable[];
  readonly endings: readonly Ending[];
};

const RETENTION_TASK = 'privacy_retention';
/** Small enough that no lock is held for long. */
const BATCH = 500;
const PEOPLE = 50;
const NOBODY = '00000000-0000-0000-0000-000000000000';
/** After so long a rule makes room for those behind it; its rest is for the next try of the job. */
const RULE_MS = 30 * MINUTE_MS;

/** Every night at 03:20 IST. */
export const retentionCron: CronEntry = { task: RETENTION_TASK, pattern: '50 21 * * *', backfill: '1d' };

/** Erases a closed account at once, and every night what has been kept long enough. Rule: LEND-24. */
export function privacyJobs(deps: Deps): Job[] {
  return [
    job(ERASE_TASK, z.object({ userId: z.uuid() }), ({ userId }) =>
      deps.worker.forUser(userId, async (tx) => {
        const now = deps.clock.now();
        await endAll(tx, deps.endings, userId, now);
        await eraseAtOnce(tx, { ...deps, now }, userId);
      }),
    ),
    job(RETENTION_TASK, z.unknown(), () => carryOutRetention(deps), 'long'),
  ];
}

/**
 * Carries out every rule, batch by batch. Safe to run twice, and by two workers at once. A rule that fails, or has more to erase than its
 * time allows, holds up no other: it is logged, and thrown at the end, so that the job is tried again, and dead where that does not end.
 */
export async function carryOutRetention(deps: Deps): Promise<void> {
  const failures: unknown[] = [];
  const carry = async (rule: string, work: () => Promise<void>) => {
    try {
      await work();
    } catch (error) {
      failures.push(error);
      deps.log.error({ rule, reason: errorName(error), stack: errorPlace(error) }, 'retention rule failed');
    }
  };
  await carry('erasures', () => askErasures(deps));
  for (const rule of RETENTION)
    await carry(rule.id, async () => {
      const { gone: erased, isDone } = await carryOutWhole(deps, rule);
      if (erased > 0) deps.log.info({ rule: rule.id, erased }, 'retention');
      if (!isDone) throw new RetentionUnfinished(`${rule.id} has more to erase`);
    });
  if (failures.length > 0) throw failures[0];
}

/** The time in which the job of a closing has ended, with its first tries. */
const ERASING_MS = HOUR_MS;

/**
 * Asks again for what a closing left unerased. Its job may have used up its tries, and until it is done no rule looks at what is
 * kept of the account.
 */
async function askErasures({ worker, clock }: Deps): Promise<void> {
  const before = new Date(clock.now().getTime() - ERASING_MS);
  await worker.plain(async (tx) => {
    const left = await tx.call<{ user_id: string }>(
      'select user_id from account_closures where erased_at is null and closed_at < $1 order by closed_at limit $2',
      [before, BATCH],
    );
    const jobs = left.map(({ user_id: userId }) => ({ payload: { userId }, key: `erase:${userId}` }));
    await tx.enqueueAgain(ERASE_TASK, jobs, { attemptsMax: 25 });
  });
}

class RetentionUnfinished extends Error {
  override readonly name = 'RetentionUnfinished';
}

async function carryOutWhole(deps: Deps, rule: RetentionRule): Promise<Carried> {
  const nowMs = () => deps.machineClock.now().getTime();
  const untilMs = nowMs() + RULE_MS;
  for (let erased = 0; ;) {
    const { gone, isDone } = await carryOut(deps, rule);
    erased += gone;
    if (isDone || nowMs() >= untilMs) return { gone: erased, isDone };
  }
}

async function carryOut(deps: Deps, rule: RetentionRule): Promise<Carried> {
  switch (rule.by) {
    case 'none':
      return { gone: 0, isDone: true };
    case 'age': {
      const until = rule.period
        ? closedBy(rule.period, deps.clock.today())
        : deps[rule.clock ?? 'clock'].now();
      const [row] = await deps.worker.once<{ gone: number }>(rule.sql, [until, BATCH]);
      return { gone: row!.gone, isDone: row!.gone < BATCH };
    }
    case 'ending':
      return { gone: await endLeft(deps), isDone: true };
    case 'refusal':
      return deps.worker.plain((tx) => eraseRefused(tx, { ...deps, now: deps.clock.now() }, PEOPLE));
    case 'closure':
      return eraseClosed(deps, rule);
  }
}

const IS_DUE =
  'standing = $1 and erased_at is not null and not ($2 = any (done)) and ist_date(closed_at) <= $3::date';

/** Accounts whose time under this rule is over, a few at a time; each is marked, so that none is taken twice. */
function eraseClosed(
  { worker, clock, files, held }: Deps,
  rule: Extract<RetentionRule, { by: 'closure' }>,
): Promise<Carried> {
  return worker.plain(async (tx) => {
    const isDue = [rule.standing, rule.id, closedBy(rule.period, clock.today())];
    const seen = await tx.call<{ user_id: string }>(
      `select user_id from account_closures where ${IS_DUE} order by closed_at limit ${PEOPLE}`,
      isDue,
    );
    const free = await claimPeople(
      tx,
      'account_closures',
      seen.map((row) => row.user_id),
    );
    const due = await tx.call<{ user_id: string }>(
      `select user_id from account_closures where ${IS_DUE} and user_id = any ($4::uuid[])`,
      [...isDue, free],
    );
    const userIds = due.map((row) => row.user_id);
    if (userIds.length === 0) return { gone: 0, isDone: true };
    if (rule.id === 'kyc' || rule.id === 'application')
      for (const userId of userIds) await files.eraseAll(tx, userId);
    await eraseKept(tx, held, userIds, rule.standing, rule.period);
    await tx.call('update account_closures set done = done || $2::text where user_id = any ($1)', [
      userIds,
      rule.id,
    ]);
    return { gone: userIds.length, isDone: seen.length < PEOPLE };
  });
}

/** Ends whatever ends with an account, under its locks: nothing of it is locked before them. Rule: LEND-24, LEND-C5 */
async function endAll(tx: Tx, endings: readonly Ending[], userId: string, now: Date): Promise<void> {
  await lockAccount(tx, userId);
  for (const ending of endings) await ending.end(tx, userId, now);
}

/**
 * Ends what closed accounts still hold: a process of the version before erases without ending it, and money heard of late may
 * bring some after the erasing. Answers how many accounts. One that fails is logged and left to the next night.
 */
async function endLeft(deps: Pick<Deps, 'worker' | 'clock' | 'log' | 'endings'>): Promise<number> {
  const { worker, clock, endings } = deps;
  const turns = createTurns(deps, 'endings of closed accounts');
  let count = 0;
  for (const { listLeft } of endings)
    for (let after = NOBODY; ;) {
      const people = await worker.plain((tx) => listLeft(tx, { after, limit: PEOPLE }));
      const last = people.at(-1);
      if (last === undefined) break;
      count += await turns.take(
        people,
        (userId) => userId,
        (userId) => worker.forUser(userId, (tx) => endAll(tx, endings, userId, clock.now())),
      );
      after = last;
    }
  return count;
}

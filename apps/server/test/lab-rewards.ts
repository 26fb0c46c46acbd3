import type { BusinessDate } from '@mohlat/money';
import { COVER, FEATURES } from '../src/features/all.ts';
import type { QueueParts } from '../src/features/feature.ts';
import { idOf, type Lab, type LabLoan } from './lending-lab.ts';

/** Gives, takes back and ends rewards, as after the close of a day. */
export async function keepRewardsOf(lab: Lab): Promise<void> {
  const parts = { ...lab.deps, log: { info() {} } } as unknown as QueueParts;
  const jobs = FEATURES.find(({ name }) => name === 'rewards')?.jobs?.(parts) ?? [];
  for (const job of jobs) await job.run({}, { attempt: 1, isLastAttempt: true });
}

/** The same once a day is closed for everybody, whenever rewards were looked after before. */
export async function keepRewardsThrough(lab: Lab, throughOn: BusinessDate): Promise<void> {
  await lab.owner.query('delete from reward_days');
  await lab.owner.query(
    `insert into business_days (day_on, opened_at, closed_at) values ($1, now(), $2)
     on conflict (day_on) do update set closed_at = excluded.closed_at`,
    [throughOn, lab.clock.now()],
  );
  await keepRewardsOf(lab);
  await lab.owner.query('update business_days set closed_at = null');
}

/**
 * Repays a part of a loan, of at most `mostPaise`, with every reward its person can use. False when there is none, or when one
 * was used elsewhere meanwhile, or no feature pays without money.
 */
export async function spendRewards(
  lab: Lab,
  { userId, loanId }: LabLoan,
  { name, mostPaise }: { readonly name: string; readonly mostPaise: number },
): Promise<boolean> {
  if (!COVER) return false;
  const { open, settle } = COVER;
  const opened = await lab.worker.forUser(userId, async (tx) => {
    const rows = await tx.call<{ id: string }>(
      "select id from rewards where user_id = $1 and state = 'available' and not is_used and expires_on > $2",
      [userId, lab.clock.today()],
    );
    if (rows.length === 0) return undefined;
    const wanted = {
      userId,
      loanId,
      repaymentId: idOf(name),
      amountPaise: mostPaise,
      intent: 'emi',
    } as const;
    return open(
      lab,
      tx,
      wanted,
      rows.map(({ id }) => id),
    );
  });
  if (opened === undefined) return false;
  if ('refusal' in opened) throw new Error(opened.refusal);
  return settle(lab.deps, { userId, repaymentId: opened.repaymentId });
}

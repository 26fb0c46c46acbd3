import { z } from 'zod';
import type { Tx } from '#platform/db/database.ts';

/** Everything that a reinstatement forgives: what rests the limit until two people have looked at it. Rule: LEND-14 */
export const forgivenSchema = z.object({
  /** Disputes that were not won, and the money that each took. */
  disputes: z.array(z.object({ id: z.guid(), paise: z.int() })).default([]),
  /** Agreements by which loans ended for less than was owed. */
  settlements: z.array(z.object({ id: z.guid(), agreedPaise: z.int(), givenUpPaise: z.int() })).default([]),
  /** When a bank last returned money without a dispute. */
  takenBackAt: z.iso.datetime().nullable().default(null),
});
export type Forgiven = z.infer<typeof forgivenSchema>;

/** Reads what a reinstatement of today would forgive. */
export async function findForgiven(tx: Tx, userId: string): Promise<Forgiven> {
  const disputes = await tx.call<Forgiven['disputes'][number]>(
    `select id, amount_paise as paise from chargebacks
     where user_id = $1 and status in ('lost', 'review') and looked_at is null order by id`,
    [userId],
  );
  const settlements = await tx.call<Forgiven['settlements'][number]>(
    `select s.id, s.agreed_paise as "agreedPaise", greatest(coalesce(s.owed_paise, 0) - s.agreed_paise, 0) as "givenUpPaise"
     from settlements s join loans l on l.user_id = s.user_id and l.id = s.loan_id
     where s.user_id = $1 and s.looked_at is null and l.status = 'settled' order by s.id`,
    [userId],
  );
  const [account] = await tx.call<{ at: Date | null }>(
    'select taken_back_at as at from credit_accounts where user_id = $1',
    [userId],
  );
  return { disputes, settlements, takenBackAt: account?.at?.toISOString() ?? null };
}

/** Whether what would be forgiven is what was proposed: another dispute, sum or agreement since was seen by neither person. */
export function isAsProposed(now: Forgiven, proposed: Forgiven): boolean {
  return JSON.stringify(forgivenSchema.parse(now)) === JSON.stringify(forgivenSchema.parse(proposed));
}

/** Marks what two people have looked at, and nothing else. */
export async function markForgiven(
  tx: Tx,
  userId: string,
  { disputes, settlements }: Forgiven,
  now: Date,
): Promise<void> {
  const ids = (rows: readonly { readonly id: string }[]) => rows.map(({ id }) => id);
  await tx.call('update chargebacks set looked_at = $2 where user_id = $1 and id = any ($3::uuid[])', [
    userId,
    now,
    ids(disputes),
  ]);
  await tx.call('update settlements set looked_at = $2 where user_id = $1 and id = any ($3::uuid[])', [
    userId,
    now,
    ids(settlements),
  ]);
}

/** The facts by which the second person judges it. Disputes are told as one sum beside them. */
export function factsOfForgiven({ settlements, takenBackAt }: Forgiven) {
  const sum = (sums: readonly number[]) => sums.reduce((total, one) => total + one, 0);
  const agreed = settlements.map(({ agreedPaise }) => agreedPaise);
  const givenUp = settlements.map(({ givenUpPaise }) => givenUpPaise);
  return [
    ...(settlements.length === 0
      ? []
      : ([
          { code: 'settled_paise', value: sum(agreed) },
          { code: 'given_up_paise', value: sum(givenUp) },
        ] as const)),
    ...(takenBackAt === null ? [] : ([{ code: 'taken_back_at', value: takenBackAt }] as const)),
  ];
}

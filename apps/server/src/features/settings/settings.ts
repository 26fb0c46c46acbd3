import { z } from 'zod';
import { query } from '#platform/db/query.ts';
import type { Tx } from '#platform/db/database.ts';
import { invariant } from '#platform/http/domain-error.ts';

const plan = z.object({
  kind: z.enum(['single', 'emi']),
  instalments: z.int().min(1),
  annualRateBps: z.int().min(0),
  dueDays: z.int().nullable(),
  isOn: z.boolean(),
});
export type PlanSetting = z.infer<typeof plan>;

const content = z.object({
  fee: z.object({ feeBps: z.int(), minPaise: z.int(), maxPaise: z.int(), gstBps: z.int() }),
  plans: z.array(plan),
  coolingOffDays: z.int(),
  aprCeilingBps: z.int().nullable(),
  limitBeforeVideoPaise: z.int(),
});

/** What an owner may change, in the version in force. Rule: LEND-S6. */
export type Settings = z.infer<typeof content> & { readonly version: number };

/** The settings in force at an instant. */
export async function settingsAt(tx: Tx, now: Date): Promise<Settings> {
  const row = await tx.find(
    query
      .selectFrom('settings')
      .select(['version', 'content'])
      .where('effective_at', '<=', now)
      .orderBy('effective_at', 'desc')
      .orderBy('version', 'desc')
      .limit(1),
  );
  invariant(row, 'there is no settings version in force');
  return { ...content.parse(row.content), version: row.version };
}

/** The settings a payment was sold under. */
export async function settingsOfVersion(tx: Tx, version: number): Promise<Settings> {
  const row = await tx.find(
    query.selectFrom('settings').select(['version', 'content']).where('version', '=', version),
  );
  invariant(row, `settings version ${version} is gone`);
  return { ...content.parse(row.content), version: row.version };
}

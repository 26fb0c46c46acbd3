import type { Pausable } from '@mohlat/contract';
import { REPORTING_DATES } from '@mohlat/lending';
import { type FeeParams, type LatePolicy, paise } from '@mohlat/money';
import { z } from 'zod';
import { query } from '#platform/db/query.ts';
import type { Tx } from '#platform/db/database.ts';
import { invariant } from '#platform/http/domain-error.ts';

const money = z.int().min(0).transform(paise);
const bps = z.int().min(0);

/** Rule: LEND-L1, LEND-L2, LEND-L3, LEND-L6. */
const lateRule = z.object({
  graceDays: z.int(),
  levyOnLateDays: z.array(z.int()).readonly(),
  bands: z.array(z.object({ unpaidUpToPaise: money, chargePaise: money })).readonly(),
  chargeAboveBandsPaise: money,
  capBps: bps,
  bouncePaise: money,
});

const plan = z.object({
  code: z.string(),
  kind: z.enum(['single', 'emi']),
  instalments: z.int().min(1),
  annualRateBps: bps,
  dueDays: z.int().nullable(),
  isOn: z.boolean(),
  /** The bills it is for. Above the least, the EMI decides; without a most, the limit does. */
  billMinPaise: z.int().min(1),
  billMaxPaise: z.int().nullable(),
  /** Its own late charges, where they are not those of all plans. */
  late: lateRule.optional(),
});
export type PlanSetting = z.infer<typeof plan>;

/** Where a version says nothing of it: ₹1,50,000 a month. */
const INCOME_BY_ONE_PAISE = 15_000_000;

/** A version as the table holds it, and the defaults of what older versions do not say. Their only home. */
export const storedSettings = z.object({
  /** One rule for all plans: it is said before a plan is chosen. */
  fee: z.object({ feeBps: bps, minPaise: z.int(), maxPaise: z.int(), gstBps: bps }),
  late: lateRule,
  plans: z.array(plan),
  coolingOffDays: z.int(),
  aprCeilingBps: bps.nullable(),
  limitBeforeVideoPaise: z.int(),
  /** A monthly income above this that a document shows takes two people. Rule: LEND-P2. */
  incomeByOnePaise: z.int().default(INCOME_BY_ONE_PAISE),
  /** Below this the rail's float is short; 0: never. Rule: PAY-23. */
  floatLowWaterPaise: money.default(paise(0)),
  /** Rule: LEND-24 (rewards). */
  rewards: z.object({ cashbackBps: bps, monthlyCapPaise: money, expiryMonths: z.int() }),
  /** Rule: LEND-24 (referrals). */
  referral: z.object({
    rewardPaise: money,
    monthlyMax: z.int(),
    yearlyMaxPaise: money,
    /** A friend's bill below this earns nothing. */
    leastBillPaise: money.default(paise(0)),
  }),
  /** Rule: LEND-D7. */
  lossAllowance: z.object({ earlyBps: bps, lateBps: bps, npaBps: bps }),
  /** When loans are reported to credit information companies. Rule: LEND-24 (bureau). */
  bureau: z
    .object({
      daysOfMonth: z.array(z.int().min(1).max(31)).readonly(),
      withinDays: z.int().min(1),
      monthEndWithinDays: z.int().min(1),
    })
    .default(REPORTING_DATES),
  /** Steps of the reminder calendar that are not sent. */
  remindersOff: z.array(z.string()).default([]),
  /** A notice that everybody is shown for a time. */
  notice: z
    .object({ en: z.string(), hi: z.string(), from: z.iso.datetime(), until: z.iso.datetime() })
    .nullable()
    .default(null),
});

/** The settings that an owner may change, in the version in force. Rule: LEND-S6. */
export type Settings = z.infer<typeof storedSettings> & { readonly version: number };

/** Finds the cost of lateness under a plan: its key facts say it and the end of the day charges it. Rule: LEND-L4. */
export function lateOf(settings: Settings, plan: PlanSetting): LatePolicy {
  return plan.late ?? settings.late;
}

/** The service fee of a version, in the shape its arithmetic takes. Rule: LEND-F1 */
export function feeParamsOf({ fee }: Pick<Settings, 'fee'>): FeeParams {
  return { feeBps: fee.feeBps, minPaise: paise(fee.minPaise), maxPaise: paise(fee.maxPaise) };
}

/** The plan by which something was sold. */
export interface SoldAs {
  readonly kind: string;
  readonly instalments: number;
}

/** The price of lateness on what was sold under these settings. Rule: LEND-S6 */
export function lateTermsOf(settings: Settings, { kind, instalments }: SoldAs): LatePolicy {
  const sold = settings.plans.find((one) => one.kind === kind && one.instalments === instalments);
  return sold === undefined ? settings.late : lateOf(settings, sold);
}

/** A version's content as it is stored. Throws when it is not one. */
export function readSettings(version: number, stored: unknown): Settings {
  return { ...storedSettings.parse(stored), version };
}

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
  return readSettings(row.version, row.content);
}

/** Lists the versions that were not taken back, in the order in which they come into force. */
export async function settingsInOrder(
  tx: Tx,
): Promise<readonly { readonly startsAt: Date; readonly settings: Settings }[]> {
  const rows = await tx.rows(
    query
      .selectFrom('settings')
      .select(['version', 'content', 'effective_at'])
      .where('withdrawn_at', 'is', null)
      .orderBy('effective_at')
      .orderBy('version'),
  );
  return rows.map((row) => ({
    startsAt: row.effective_at,
    settings: readSettings(row.version, row.content),
  }));
}

/** The settings a payment was sold under. */
export async function settingsOfVersion(tx: Tx, version: number): Promise<Settings> {
  const settings = (await settingsOfVersions(tx, [version])).get(version);
  invariant(settings, `settings version ${version} is gone`);
  return settings;
}

/** Some versions, or all there ever were, by their number. */
export async function settingsOfVersions(
  tx: Tx,
  versions?: readonly number[],
): Promise<ReadonlyMap<number, Settings>> {
  if (versions?.length === 0) return new Map();
  const all = query.selectFrom('settings').select(['version', 'content']);
  const rows = await tx.rows(versions ? all.where('version', 'in', versions) : all);
  return new Map(rows.map((row) => [row.version, readSettings(row.version, row.content)]));
}

/**
 * True while staff have paused a capability: nothing of it begins. Read without a lock, as late as it can be: what has begun is on
 * its way. Rule: LEND-18
 */
export async function isPaused(tx: Tx, capability: Pausable): Promise<boolean> {
  const rows = await tx.call('select 1 from capability_pauses where capability = $1 and ended_at is null', [
    capability,
  ]);
  return rows.length > 0;
}

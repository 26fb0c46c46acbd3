import type { SettingsChange, SettingsContent } from '@mohlat/contract';
import { REPORTING_DATES } from '@mohlat/lending';
import { bpsFromDecimal, bpsToDecimal } from '@mohlat/money';
import { z } from 'zod';
import { storedSettings } from '#features/settings/index.ts';
import { invariant } from '#platform/http/domain-error.ts';

const { shape } = storedSettings;
const storedLate = shape.late.loose();

/** A version as the table holds it; a part that no process of today reads is kept, at each depth: a newer process may have written it. */
const stored = storedSettings
  .extend({
    fee: shape.fee.loose(),
    late: storedLate,
    plans: z.array(shape.plans.element.extend({ late: storedLate.optional() }).loose()),
    rewards: shape.rewards.loose(),
    referral: shape.referral.loose(),
    lossAllowance: shape.lossAllowance.loose(),
    bureau: shape.bureau
      .unwrap()
      .loose()
      .default({ ...REPORTING_DATES }),
  })
  .loose();
type StoredLate = z.infer<typeof storedLate>;
export type StoredSettings = z.infer<typeof stored>;

/** Throws where the table holds something else. */
export function readStored(content: unknown): StoredSettings {
  return stored.parse(content);
}

function toBps(percent: string): number {
  const value = bpsFromDecimal(percent);
  invariant(value !== undefined, 'a percentage passed the contract and is none');
  return value;
}

/** The content as staff read and write it. */
export function toContent(settings: StoredSettings): SettingsContent {
  const { fee, rewards, referral, lossAllowance, bureau } = settings;
  return {
    fee: { percent: bpsToDecimal(fee.feeBps), minPaise: fee.minPaise, maxPaise: fee.maxPaise },
    plans: settings.plans.map((plan) => ({
      code: plan.code,
      kind: plan.kind,
      instalments: plan.instalments,
      annualRatePercent: bpsToDecimal(plan.annualRateBps),
      dueDays: plan.dueDays,
      isOn: plan.isOn,
      billMinPaise: plan.billMinPaise,
      billMaxPaise: plan.billMaxPaise,
      ...(plan.late ? { late: toLate(plan.late) } : {}),
    })),
    late: toLate(settings.late),
    coolingOffDays: settings.coolingOffDays,
    aprCeilingPercent: settings.aprCeilingBps === null ? null : bpsToDecimal(settings.aprCeilingBps),
    limitBeforeVideoPaise: settings.limitBeforeVideoPaise,
    incomeByOnePaise: settings.incomeByOnePaise,
    floatLowWaterPaise: settings.floatLowWaterPaise,
    lossAllowance: {
      earlyPercent: bpsToDecimal(lossAllowance.earlyBps),
      latePercent: bpsToDecimal(lossAllowance.lateBps),
      npaPercent: bpsToDecimal(lossAllowance.npaBps),
    },
    bureau: {
      daysOfMonth: [...bureau.daysOfMonth],
      withinDays: bureau.withinDays,
      monthEndWithinDays: bureau.monthEndWithinDays,
    },
    rewards: {
      cashbackPercent: bpsToDecimal(rewards.cashbackBps),
      monthlyCapPaise: rewards.monthlyCapPaise,
      expiryMonths: rewards.expiryMonths,
    },
    referral: {
      rewardPaise: referral.rewardPaise,
      monthlyMax: referral.monthlyMax,
      yearlyMaxPaise: referral.yearlyMaxPaise,
      leastBillPaise: referral.leastBillPaise,
    },
    remindersOff: settings.remindersOff as SettingsContent['remindersOff'],
    notice: settings.notice,
  };
}

function toLate(late: StoredLate): SettingsContent['late'] {
  return {
    graceDays: late.graceDays,
    levyOnLateDays: [...late.levyOnLateDays],
    bands: [...late.bands],
    chargeAboveBandsPaise: late.chargeAboveBandsPaise,
    capPercent: bpsToDecimal(late.capBps),
    bouncePaise: late.bouncePaise,
  };
}

function fromLate(
  before: StoredLate | undefined,
  { capPercent, ...late }: SettingsContent['late'],
): z.input<typeof storedLate> {
  return {
    ...before,
    ...late,
    levyOnLateDays: inOrder(late.levyOnLateDays),
    bands: late.bands.toSorted((a, b) => a.unpaidUpToPaise - b.unpaidUpToPaise),
    capBps: toBps(capPercent),
  };
}

const inOrder = (days: readonly number[]): number[] => [...new Set(days)].toSorted((a, b) => a - b);

function fromShares({
  earlyPercent,
  latePercent,
  npaPercent,
}: NonNullable<SettingsContent['lossAllowance']>) {
  return { earlyBps: toBps(earlyPercent), lateBps: toBps(latePercent), npaBps: toBps(npaPercent) };
}

/** Writes staff's content over the version before; fields that cannot be set here, such as the tax, stay as they were. */
export function applyContent(before: StoredSettings, content: SettingsContent): StoredSettings {
  const { fee, rewards, referral } = content;
  const planBefore = new Map(before.plans.map((plan) => [plan.code, plan]));
  return stored.parse({
    ...before,
    fee: { ...before.fee, feeBps: toBps(fee.percent), minPaise: fee.minPaise, maxPaise: fee.maxPaise },
    plans: content.plans.map(({ annualRatePercent, late, ...plan }) => {
      const { late: lateBefore, ...kept } = planBefore.get(plan.code) ?? {};
      return {
        ...kept,
        ...plan,
        annualRateBps: toBps(annualRatePercent),
        ...(late ? { late: fromLate(lateBefore, late) } : {}),
      };
    }),
    late: fromLate(before.late, content.late),
    coolingOffDays: content.coolingOffDays,
    aprCeilingBps: content.aprCeilingPercent === null ? null : toBps(content.aprCeilingPercent),
    limitBeforeVideoPaise: content.limitBeforeVideoPaise,
    incomeByOnePaise: content.incomeByOnePaise ?? before.incomeByOnePaise,
    floatLowWaterPaise: content.floatLowWaterPaise ?? before.floatLowWaterPaise,
    lossAllowance: {
      ...before.lossAllowance,
      ...(content.lossAllowance && fromShares(content.lossAllowance)),
    },
    bureau: {
      ...before.bureau,
      ...(content.bureau && { ...content.bureau, daysOfMonth: inOrder(content.bureau.daysOfMonth) }),
    },
    rewards: {
      ...before.rewards,
      cashbackBps: toBps(rewards.cashbackPercent),
      monthlyCapPaise: rewards.monthlyCapPaise,
      expiryMonths: rewards.expiryMonths,
    },
    referral: {
      ...before.referral,
      ...referral,
      leastBillPaise: referral.leastBillPaise ?? before.referral.leastBillPaise,
    },
    remindersOff: [...new Set(content.remindersOff)],
    notice: content.notice,
  });
}

/** Every field with its address; plans by their code, so that another order is no change. */
function flatten(value: unknown, path: string, into: Map<string, string>): Map<string, string> {
  if (value === null || value === undefined) return into;
  if (Array.isArray(value)) return into.set(path, JSON.stringify(value));
  if (typeof value !== 'object') return into.set(path, `${value as string | number | boolean}`);
  for (const [key, inner] of Object.entries(value)) flatten(inner, path ? `${path}.${key}` : key, into);
  return into;
}

function fieldsOf({ plans, remindersOff, ...content }: SettingsContent): Map<string, string> {
  const byCode = Object.fromEntries(plans.map(({ code, ...plan }) => [code, plan]));
  const off = remindersOff.toSorted();
  return flatten(
    { ...content, plans: byCode, ...(off.length > 0 ? { remindersOff: off } : {}) },
    '',
    new Map(),
  );
}

/** Lists the differences between two versions, by the address of each field. */
export function changesBetween(before: SettingsContent, after: SettingsContent): SettingsChange[] {
  const [old, now] = [fieldsOf(before), fieldsOf(after)];
  return [...new Set([...old.keys(), ...now.keys()])]
    .toSorted()
    .filter((path) => old.get(path) !== now.get(path))
    .map((path) => ({ path, before: old.get(path) ?? null, after: now.get(path) ?? null }));
}

const ONE_IS_ENOUGH = /^(notice|remindersOff)(\.|$)/;

/** True where a change touches what people pay or may borrow: two decide. Rule: LEND-24 (maker and checker). */
export function needsSecondPerson(changes: readonly SettingsChange[]): boolean {
  return changes.some(({ path }) => !ONE_IS_ENOUGH.test(path));
}

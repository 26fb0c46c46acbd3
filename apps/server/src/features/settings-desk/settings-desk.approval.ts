import {
  type ReadableChange,
  type SettingLabel,
  settingsContent,
  type SettingsContent,
} from '@mohlat/contract';
import { z } from 'zod';
import { approvalHandler, type ApprovalHandler } from '#features/approvals/index.ts';
import type { FeatureContext } from '#features/context.ts';
import { DomainError, invariant } from '#platform/http/domain-error.ts';
import * as repo from './settings-desk.repo.ts';
import { applyContent, readStored, toContent } from './settings-desk.rules.ts';
import { compare, withdrawable } from './settings-desk.service.ts';

type Unit = ReadableChange['unit'];

/** The label and unit of each field, by its address in the content; a plan's by the part after its code. */
const FIELDS: Readonly<Record<string, readonly [SettingLabel, Unit]>> = {
  'fee.percent': ['fee_percent', 'percent'],
  'fee.minPaise': ['fee_min', 'paise'],
  'fee.maxPaise': ['fee_max', 'paise'],
  kind: ['plan_kind', 'plan_kind'],
  instalments: ['plan_instalments', 'count'],
  annualRatePercent: ['plan_rate', 'percent'],
  dueDays: ['plan_due_days', 'days'],
  isOn: ['plan_is_on', 'flag'],
  billMinPaise: ['plan_bill_min', 'paise'],
  billMaxPaise: ['plan_bill_max', 'paise'],
  'late.graceDays': ['late_grace_days', 'days'],
  'late.levyOnLateDays': ['late_levy_days', 'late_days'],
  'late.bands': ['late_bands', 'bands'],
  'late.chargeAboveBandsPaise': ['late_above_bands', 'paise'],
  'late.capPercent': ['late_cap_percent', 'percent'],
  'late.bouncePaise': ['late_bounce', 'paise'],
  coolingOffDays: ['cooling_off_days', 'days'],
  aprCeilingPercent: ['apr_ceiling_percent', 'percent'],
  limitBeforeVideoPaise: ['limit_before_video', 'paise'],
  incomeByOnePaise: ['income_by_one', 'paise'],
  floatLowWaterPaise: ['float_low_water', 'paise'],
  'lossAllowance.earlyPercent': ['loss_early', 'percent'],
  'lossAllowance.latePercent': ['loss_late', 'percent'],
  'lossAllowance.npaPercent': ['loss_npa', 'percent'],
  'bureau.daysOfMonth': ['bureau_days', 'late_days'],
  'bureau.withinDays': ['bureau_within', 'days'],
  'bureau.monthEndWithinDays': ['bureau_month_within', 'days'],
  'rewards.cashbackPercent': ['cashback_percent', 'percent'],
  'rewards.monthlyCapPaise': ['cashback_monthly_cap', 'paise'],
  'rewards.expiryMonths': ['reward_expiry_months', 'months'],
  'referral.rewardPaise': ['referral_reward', 'paise'],
  'referral.monthlyMax': ['referral_monthly_max', 'count'],
  'referral.yearlyMaxPaise': ['referral_yearly_max', 'paise'],
  'referral.leastBillPaise': ['referral_least_bill', 'paise'],
  remindersOff: ['reminders_off', 'reminders'],
  'notice.en': ['notice_en', 'text'],
  'notice.hi': ['notice_hi', 'text'],
  'notice.from': ['notice_from', 'instant'],
  'notice.until': ['notice_until', 'instant'],
};

type Leaf = { readonly address: string; readonly plan: string | null; readonly value: unknown };

/** Every field of a version; lists are one field, whatever is not set is none. */
function leavesOf(value: unknown, address: string, plan: string | null): Leaf[] {
  if (value === null || value === undefined) return [];
  if (typeof value !== 'object' || Array.isArray(value)) return [{ address, plan, value }];
  return Object.entries(value).flatMap(([key, inner]) =>
    leavesOf(inner, address ? `${address}.${key}` : key, plan),
  );
}

function fieldsOf({ plans, ...content }: SettingsContent): Map<string, Leaf> {
  const leaves = [
    ...leavesOf({ ...content, remindersOff: content.remindersOff.toSorted() }, '', null),
    ...plans.flatMap(({ code, ...plan }) => leavesOf(plan, '', code)),
  ];
  return new Map(leaves.map((leaf) => [`${leaf.plan ?? ''} ${leaf.address}`, leaf]));
}

/** Lists the differences between two versions, field by field, in values that a screen writes in its own language. */
function readableChanges(before: SettingsContent, after: SettingsContent): ReadableChange[] {
  const [old, now] = [fieldsOf(before), fieldsOf(after)];
  return [...new Set([...old.keys(), ...now.keys()])]
    .toSorted()
    .map((key) => ({ was: old.get(key), is: now.get(key) }))
    .filter(({ was, is }) => JSON.stringify(was?.value) !== JSON.stringify(is?.value))
    .map(({ was, is }) => {
      const leaf = is ?? was;
      const field = leaf && FIELDS[leaf.address];
      invariant(leaf && field, 'a field of the settings has no name');
      const [label, unit] = field;
      const change = { unit, label, plan: leaf.plan, from: was?.value ?? null, to: is?.value ?? null };
      // The contract's schema of a change is checked where it is answered: a field of another kind fails there.
      return change as ReadableChange;
    });
}

type Deps = Pick<FeatureContext, 'clock'>;

const PAYLOAD = z.object({
  baseVersion: z.int(),
  content: settingsContent,
  startsAt: z.string().nullable(),
});

/**
 * A change of terms that two people decide. It begins when it was meant to, or when it is approved, whichever is later:
 * nothing holds backwards. Rule: LEND-S6, LEND-24.
 */
export function settingsApproval({ clock }: Deps): ApprovalHandler {
  return approvalHandler({
    kind: 'settings',
    payload: PAYLOAD,
    async describe(tx, { payload }) {
      const base = await repo.findVersion(tx, payload.baseVersion);
      const before = readStored(base?.content);
      const after = toContent(applyContent(before, payload.content));
      const newest = await repo.lockNewest(tx);
      return {
        facts: [{ code: 'starts_at', value: payload.startsAt ?? 'at_once' }],
        changes: readableChanges(toContent(before), after),
        isCurrent: newest.row.version === payload.baseVersion,
      };
    },
    async apply(tx, { payload, approvalId, reason }) {
      const { newest, after, changes } = await compare(tx, payload.baseVersion, payload.content).catch(stale);
      const now = clock.now();
      const meant = payload.startsAt === null ? now : new Date(payload.startsAt);
      const startsAt = meant > now ? meant : now;
      if (startsAt < newest.lastStart || changes.length === 0) throw new DomainError('approval_stale');
      const createdBy = await repo.findProposer(tx, approvalId);
      const version = newest.highest + 1;
      await repo.insertVersion(tx, { version, startsAt, content: after, createdBy, approvalId, reason }, now);
    },
  });
}

/** A version that two people set is taken back by two, while it has not begun. Rule: LEND-24 */
export function settingsWithdrawalApproval({ clock }: Deps): ApprovalHandler {
  return approvalHandler({
    kind: 'settings_withdrawal',
    payload: z.object({ version: z.int() }),
    async describe(tx, { payload: { version } }) {
      const row = await repo.findVersion(tx, version);
      const before = await repo.findBefore(tx, version);
      const isCurrent = await withdrawable(tx, version, clock).then(
        () => true,
        () => false,
      );
      const content = (one: repo.VersionRow) => toContent(readStored(one.content));
      return {
        facts: [
          { code: 'version', value: version },
          { code: 'starts_at', value: row?.starts_at?.toISOString() ?? 'never' },
        ],
        changes: row && before ? readableChanges(content(row), content(before)) : [],
        isCurrent,
      };
    },
    async apply(tx, { payload: { version }, reason }, { decidedBy }) {
      const { now } = await withdrawable(tx, version, clock).catch((error: unknown) => {
        if (error instanceof DomainError) throw new DomainError('approval_stale');
        throw error;
      });
      if (!(await repo.withdraw(tx, version, decidedBy, reason, now)))
        throw new DomainError('approval_stale');
    },
  });
}

/** Turns settings_changed into approval_stale: a colleague's change since is another base than the one proposed upon. */
function stale(error: unknown): never {
  if (error instanceof DomainError && error.code === 'settings_changed')
    throw new DomainError('approval_stale');
  throw error;
}

import type { SettingLabel, SettingsContent } from '@mohlat/contract';
import type { CodeWords } from '../../lib/admin/codes.words.ts';
import { codeWord } from '../../lib/admin/facts.tsx';
import { formatRupees, parseRupees } from '../../lib/format.ts';

/** The label of a setting, by its address in the content; a plan's setting has its address below the plan. */
const LABELS = {
  'fee.percent': 'fee_percent',
  'fee.minPaise': 'fee_min',
  'fee.maxPaise': 'fee_max',
  coolingOffDays: 'cooling_off_days',
  limitBeforeVideoPaise: 'limit_before_video',
  incomeByOnePaise: 'income_by_one',
  floatLowWaterPaise: 'float_low_water',
  aprCeilingPercent: 'apr_ceiling_percent',
  'lossAllowance.earlyPercent': 'loss_early',
  'lossAllowance.latePercent': 'loss_late',
  'lossAllowance.npaPercent': 'loss_npa',
  'bureau.daysOfMonth': 'bureau_days',
  'bureau.withinDays': 'bureau_within',
  'bureau.monthEndWithinDays': 'bureau_month_within',
  'late.graceDays': 'late_grace_days',
  'late.levyOnLateDays': 'late_levy_days',
  'late.bands': 'late_bands',
  'late.chargeAboveBandsPaise': 'late_above_bands',
  'late.capPercent': 'late_cap_percent',
  'late.bouncePaise': 'late_bounce',
  'rewards.cashbackPercent': 'cashback_percent',
  'rewards.monthlyCapPaise': 'cashback_monthly_cap',
  'rewards.expiryMonths': 'reward_expiry_months',
  'referral.rewardPaise': 'referral_reward',
  'referral.monthlyMax': 'referral_monthly_max',
  'referral.yearlyMaxPaise': 'referral_yearly_max',
  'referral.leastBillPaise': 'referral_least_bill',
  remindersOff: 'reminders_off',
  'notice.en': 'notice_en',
  'notice.hi': 'notice_hi',
  'notice.from': 'notice_from',
  'notice.until': 'notice_until',
  kind: 'plan_kind',
  instalments: 'plan_instalments',
  annualRatePercent: 'plan_rate',
  dueDays: 'plan_due_days',
  isOn: 'plan_is_on',
  billMinPaise: 'plan_bill_min',
  billMaxPaise: 'plan_bill_max',
} as const satisfies Record<string, SettingLabel>;

export function settingName({ settingNames }: CodeWords, path: string): string {
  return Object.hasOwn(LABELS, path) ? settingNames[LABELS[path as keyof typeof LABELS]] : codeWord({}, path);
}

const ORDER = Object.keys(LABELS);

/** As the form has them; what belongs to a plan stays where it came. */
export const inFormOrder = <Change extends { readonly path: string }>(changes: readonly Change[]): Change[] =>
  changes.toSorted((a, b) => ORDER.indexOf(a.path) - ORDER.indexOf(b.path));

/** The kind of each typed value: as it stands, as it stands or none, in rupees, a whole number, or several. */
const KINDS = {
  'fee.percent': 'percent',
  'fee.minPaise': 'paise',
  'fee.maxPaise': 'paise',
  coolingOffDays: 'count',
  limitBeforeVideoPaise: 'paise',
  incomeByOnePaise: 'paise',
  floatLowWaterPaise: 'paise',
  aprCeilingPercent: 'percent or none',
  'lossAllowance.earlyPercent': 'percent',
  'lossAllowance.latePercent': 'percent',
  'lossAllowance.npaPercent': 'percent',
  'bureau.daysOfMonth': 'days',
  'bureau.withinDays': 'count',
  'bureau.monthEndWithinDays': 'count',
  'late.graceDays': 'count',
  'late.capPercent': 'percent',
  'late.bouncePaise': 'paise',
  'late.chargeAboveBandsPaise': 'paise',
  'rewards.cashbackPercent': 'percent',
  'rewards.monthlyCapPaise': 'paise',
  'rewards.expiryMonths': 'count',
  'referral.rewardPaise': 'paise',
  'referral.monthlyMax': 'count',
  'referral.yearlyMaxPaise': 'paise',
  'referral.leastBillPaise': 'paise',
} as const satisfies {
  readonly [Path in keyof typeof LABELS]?: 'percent' | 'percent or none' | 'paise' | 'count' | 'days';
};
export type FieldName = keyof typeof KINDS;

export const SECTION_NAMES = ['price', 'late', 'limits', 'rewards', 'referral', 'messages'] as const;
export type SectionName = (typeof SECTION_NAMES)[number];

/** The section of each field. Plans stand with the price, bands of charges with lateness, reminders and notice as messages. */
const SECTION_OF: Readonly<Record<FieldName, SectionName>> = {
  'fee.percent': 'price',
  'fee.minPaise': 'price',
  'fee.maxPaise': 'price',
  coolingOffDays: 'price',
  aprCeilingPercent: 'price',
  'late.graceDays': 'late',
  'late.capPercent': 'late',
  'late.bouncePaise': 'late',
  'late.chargeAboveBandsPaise': 'late',
  limitBeforeVideoPaise: 'limits',
  incomeByOnePaise: 'limits',
  floatLowWaterPaise: 'limits',
  'lossAllowance.earlyPercent': 'late',
  'lossAllowance.latePercent': 'late',
  'lossAllowance.npaPercent': 'late',
  'bureau.daysOfMonth': 'late',
  'bureau.withinDays': 'late',
  'bureau.monthEndWithinDays': 'late',
  'rewards.cashbackPercent': 'rewards',
  'rewards.monthlyCapPaise': 'rewards',
  'rewards.expiryMonths': 'rewards',
  'referral.rewardPaise': 'referral',
  'referral.monthlyMax': 'referral',
  'referral.yearlyMaxPaise': 'referral',
  'referral.leastBillPaise': 'referral',
};

/** The fields of one part of the form, in their order there. */
export function fieldsOf(section: SectionName): FieldName[] {
  return (Object.keys(SECTION_OF) as FieldName[]).filter((name) => SECTION_OF[name] === section);
}

/** The errors, by the address of the field: `plans.0.isOn`. */
export type ErrorsByPath = Readonly<Record<string, string>>;

/** A part of the form: it shows the content and says how it should read instead. */
export interface PartProps {
  readonly content: SettingsContent;
  readonly errors: ErrorsByPath;
  readonly onChange: (content: SettingsContent) => void;
}

/** An amount as it is typed. */
export const paiseText = (paise: number): string => formatRupees(paise).slice(1);

/** The typed amount. Unreadable text becomes -1, which is below every bound, so that the schema reports it. */
export const paiseOf = (text: string): number => parseRupees(text) ?? -1;

type Tree = Record<string, unknown>;

function read(content: SettingsContent, name: FieldName): unknown {
  return name.split('.').reduce<unknown>((at, part) => (at as Tree | undefined)?.[part], content);
}

export const isMoney = (name: FieldName): boolean => KINDS[name] === 'paise';

/** A setting as it is typed. */
export function textOf(content: SettingsContent, name: FieldName): string {
  const value = read(content, name) as string | number | readonly number[] | null | undefined;
  // A server of the version before leaves out what it does not know; null is none.
  if (value === undefined || value === null) return '';
  if (Array.isArray(value)) return value.join(', ');
  return isMoney(name) ? paiseText(Number(value)) : String(value);
}

function valueOf(
  kind: (typeof KINDS)[FieldName],
  text: string,
): string | number | number[] | null | undefined {
  const bare = text.trim();
  // Zero is no day, so that the schema reports what cannot be read.
  if (kind === 'days') return bare === '' ? [] : bare.split(/[\s,]+/).map((day) => Number(day) || 0);
  if (kind === 'percent') return bare;
  if (kind === 'percent or none') return bare === '' ? null : bare;
  if (kind === 'paise') return parseRupees(text);
  return bare === '' ? Number.NaN : Number(bare);
}

/** The content with one setting as it was typed; what cannot be read stays wrong, for the schema to say so. */
export function withText(content: SettingsContent, name: FieldName, text: string): SettingsContent {
  const value = valueOf(KINDS[name], text);
  const [first = '', second] = name.split('.');
  const tree = content as unknown as Tree;
  const next = second === undefined ? value : { ...(tree[first] as Tree), [second]: value };
  return { ...tree, [first]: next } as unknown as SettingsContent;
}

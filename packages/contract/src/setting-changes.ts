import { z } from 'zod';
import { instantSchema } from './primitives.ts';

/** The labels of the settings' fields; screens have a word for each in every language. */
export const SETTING_LABELS = [
  'fee_percent',
  'fee_min',
  'fee_max',
  'plan_kind',
  'plan_instalments',
  'plan_rate',
  'plan_due_days',
  'plan_is_on',
  'plan_bill_min',
  'plan_bill_max',
  'late_grace_days',
  'late_levy_days',
  'late_bands',
  'late_above_bands',
  'late_cap_percent',
  'late_bounce',
  'cooling_off_days',
  'apr_ceiling_percent',
  'limit_before_video',
  'income_by_one',
  'float_low_water',
  'loss_early',
  'loss_late',
  'loss_npa',
  'bureau_days',
  'bureau_within',
  'bureau_month_within',
  'cashback_percent',
  'cashback_monthly_cap',
  'reward_expiry_months',
  'referral_reward',
  'referral_monthly_max',
  'referral_yearly_max',
  'referral_least_bill',
  'reminders_off',
  'notice_en',
  'notice_hi',
  'notice_from',
  'notice_until',
] as const;
export type SettingLabel = (typeof SETTING_LABELS)[number];

/** A field that changes: null where it was not there, or will not be. */
function changeIn<const Unit extends string, Value extends z.ZodType>(unit: Unit, value: Value) {
  return z.object({
    unit: z.literal(unit),
    label: z.enum(SETTING_LABELS),
    /** The code of the plan it belongs to; null where it is everybody's. */
    plan: z.string().nullable(),
    from: value.nullable(),
    to: value.nullable(),
  });
}

/** One changed field of the settings, in values a screen can write in its own language. */
export const settingChange = z.discriminatedUnion('unit', [
  changeIn('paise', z.int().nonnegative()),
  /** A decimal string, `11.75`. */
  changeIn('percent', z.string()),
  changeIn('days', z.int()),
  changeIn('months', z.int()),
  changeIn('count', z.int()),
  changeIn('flag', z.boolean()),
  changeIn('plan_kind', z.enum(['single', 'emi'])),
  changeIn('late_days', z.array(z.int())),
  changeIn('bands', z.array(z.object({ unpaidUpToPaise: z.int(), chargePaise: z.int() }))),
  /** Codes of reminders. */
  changeIn('reminders', z.array(z.string())),
  changeIn('text', z.string()),
  changeIn('instant', instantSchema),
]);
export type ReadableChange = z.input<typeof settingChange>;

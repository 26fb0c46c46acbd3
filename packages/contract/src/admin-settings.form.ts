import { z } from 'zod';
import { OPTIONAL_REMINDERS, SETTING_BOUNDS } from './admin-settings.calls.ts';
import { instantSchema, positivePaiseSchema } from './primitives.ts';

const B = SETTING_BOUNDS;

/** A percentage with two decimals at most, as people type it: `2`, `11.75`. */
const percent = (max: number) =>
  z
    .string()
    .trim()
    .regex(/^\d{1,2}(\.\d{1,2})?$/, 'Type a percentage, such as 11.75')
    .refine((text) => Number(text) <= max, `At most ${max} %`);
/** A share of what is owed, up to all of it. */
const share = z
  .string()
  .trim()
  .regex(/^(100(\.0{1,2})?|\d{1,2}(\.\d{1,2})?)$/, 'Type a percentage from 0 to 100, such as 11.75');
const paiseUpTo = (max: number) =>
  z
    .int()
    .min(0, 'Not below zero')
    .max(max, `At most ₹${max / 100}`);
/** Days that each month has; its last day is reported of in any case. */
const daysOfMonth = z
  .array(z.number())
  .min(1, 'Type days of a month, such as 9, 16, 23')
  .max(8, 'Eight days at most')
  .refine((all) => all.every((day) => Number.isInteger(day) && day >= 1 && day <= 28), {
    message: 'Type days of a month from 1 to 28, such as 9, 16, 23',
  });
const days = (min: number, max: number) => z.int().min(min).max(max);

const lateTerms = z
  .strictObject({
    /** So many days after a missed due date nothing is charged. */
    graceDays: days(0, B.lateGraceDaysMax),
    levyOnLateDays: z.array(days(1, 120)).min(1).max(6),
    bands: z
      .array(
        z.strictObject({
          unpaidUpToPaise: positivePaiseSchema,
          chargePaise: paiseUpTo(B.lateChargePaiseMax),
        }),
      )
      .max(6),
    chargeAboveBandsPaise: paiseUpTo(B.lateChargePaiseMax),
    /** A percentage of the financed amount: all late charges of a loan together are capped at it. */
    capPercent: percent(B.lateCapPercentMax),
    bouncePaise: paiseUpTo(B.lateChargePaiseMax),
  })
  .refine(({ graceDays, levyOnLateDays }) => levyOnLateDays.every((day) => day > graceDays), {
    path: ['levyOnLateDays'],
    message: 'Charged after the days of grace only',
  });

export const planSettings = z.strictObject({
  code: z.string().regex(/^[A-Z0-9]{2,12}$/),
  kind: z.enum(['single', 'emi']),
  instalments: z.int().min(1).max(24),
  annualRatePercent: percent(B.annualRatePercentMax),
  /** The days from the payment of the bill to the due date; for a single payment. */
  dueDays: days(B.dueDaysMin, B.dueDaysMax).nullable(),
  isOn: z.boolean(),
  billMinPaise: positivePaiseSchema,
  billMaxPaise: positivePaiseSchema.nullable(),
  /** Its own late charges, where they are not those of all plans. */
  late: lateTerms.optional(),
});

/** A line everybody reads on their dashboard for a time. */
const notice = z
  .strictObject({
    en: z.string().trim().min(3).max(300),
    hi: z.string().trim().min(3).max(300),
    from: instantSchema,
    until: instantSchema,
  })
  .refine((one) => one.from < one.until, { path: ['until'], message: 'It has to end after it begins' });

export const settingsContent = z
  .strictObject({
    fee: z
      .strictObject({
        percent: percent(B.feePercentMax),
        minPaise: paiseUpTo(B.feeMaxPaise),
        maxPaise: paiseUpTo(B.feeMaxPaise),
      })
      .refine((fee) => fee.minPaise <= fee.maxPaise, {
        path: ['maxPaise'],
        message: 'The most is not below the least',
      }),
    plans: z.array(planSettings).min(1).max(12),
    late: lateTerms,
    coolingOffDays: days(B.coolingOffDaysMin, B.coolingOffDaysMax),
    /** A plan dearer than this is not offered; null: none is left out. */
    aprCeilingPercent: percent(99).nullable(),
    limitBeforeVideoPaise: paiseUpTo(B.limitPaiseMax),
    /** A monthly income above this that a document shows is confirmed by two people. Left out: as it was. */
    incomeByOnePaise: paiseUpTo(B.incomePaiseMax).optional(),
    /** Below this the rail's float is short and no payment is accepted; 0: never. Left out: as it was. */
    floatLowWaterPaise: paiseUpTo(B.floatPaiseMax).optional(),
    /** The share of principal and fee that month's end sets aside. Left out: as it was. Rule: LEND-D7. */
    lossAllowance: z.strictObject({ earlyPercent: share, latePercent: share, npaPercent: share }).optional(),
    /** The reference dates of reports to credit information companies, and their terms in days. Left out: as it was. Rule: LEND-24 (bureau). */
    bureau: z
      .strictObject({ daysOfMonth, withinDays: days(1, 15), monthEndWithinDays: days(1, 15) })
      .optional(),
    rewards: z.strictObject({
      cashbackPercent: percent(B.cashbackPercentMax),
      monthlyCapPaise: paiseUpTo(B.rewardPaiseMax),
      expiryMonths: z.int().min(1).max(60),
    }),
    referral: z.strictObject({
      rewardPaise: paiseUpTo(B.rewardPaiseMax),
      monthlyMax: z.int().min(0).max(1000),
      yearlyMaxPaise: paiseUpTo(100_000_000),
      /** A friend's bill below this earns nothing; 0: every bill earns. Left out: as it was. */
      leastBillPaise: paiseUpTo(B.limitPaiseMax).optional(),
    }),
    /** Reminders that are not sent. */
    remindersOff: z.array(z.enum(OPTIONAL_REMINDERS)).max(OPTIONAL_REMINDERS.length),
    notice: notice.nullable(),
  })
  .superRefine(({ plans, coolingOffDays }, context) => {
    const wrong = (index: number, field: string, message: string) =>
      context.addIssue({ code: 'custom', path: ['plans', index, field], message });
    for (const [index, plan] of plans.entries()) {
      const isSingle = plan.kind === 'single';
      if (isSingle !== (plan.instalments === 1)) wrong(index, 'instalments', 'One payment, or two and more');
      if (isSingle !== (plan.dueDays !== null))
        wrong(index, 'dueDays', 'A single payment has a number of days, EMIs have none');
      if (plan.billMaxPaise !== null && plan.billMaxPaise < plan.billMinPaise)
        wrong(index, 'billMaxPaise', 'The most is not below the least');
      if (plans.findIndex((one) => one.code === plan.code) < index) wrong(index, 'code', 'Taken already');
      // A bill, its terms and its late charges name their plan by these two.
      if (plans.findIndex((one) => one.kind === plan.kind && one.instalments === plan.instalments) < index)
        wrong(index, 'instalments', 'Another plan has this kind and length');
    }
    // An instalment that fell due is not cancelled any more.
    const soonest = Math.min(...plans.map(({ dueDays }) => dueDays ?? Number.POSITIVE_INFINITY));
    if (coolingOffDays >= soonest)
      context.addIssue({
        code: 'custom',
        path: ['coolingOffDays'],
        message: `It has to be over before a payment is due, after ${soonest} days`,
      });
    if (!plans.some((plan) => plan.isOn)) wrong(0, 'isOn', 'One plan at least has to be on offer');
  });
export type SettingsContent = z.input<typeof settingsContent>;

import { z } from 'zod';
import { reasonSchema } from './approvals.ts';
import { endpoint } from './endpoint.ts';
import { planOption, scheduleRow } from './payments.ts';
import {
  dateSchema,
  idSchema,
  instantSchema,
  pageOf,
  pageQuery,
  paiseSchema,
  positivePaiseSchema,
} from './primitives.ts';
import { STAFF_ROLES } from './staff-roles.ts';
import { nameSchema } from './names.ts';

/** What an owner may set, and between which bounds; the server refuses what lies outside. Rule: LEND-S6 */
export const SETTING_BOUNDS = {
  feePercentMax: 5,
  feeMaxPaise: 500_000,
  annualRatePercentMax: 36,
  dueDaysMin: 7,
  dueDaysMax: 60,
  coolingOffDaysMin: 1,
  coolingOffDaysMax: 30,
  lateGraceDaysMax: 15,
  lateChargePaiseMax: 100_000,
  lateCapPercentMax: 30,
  cashbackPercentMax: 5,
  rewardPaiseMax: 1_000_000,
  limitPaiseMax: 50_000_000,
  incomePaiseMax: 1_000_000_000,
  floatPaiseMax: 1_000_000_000_000,
} as const;
const B = SETTING_BOUNDS;

/** A percentage with two decimals at most, as people type it: `2`, `11.75`. */
const percent = (max: number) =>
  z
    .string()
    .trim()
    .regex(/^\d{1,2}(\.\d{1,2})?$/, 'Type a percentage, such as 11.75')
    .refine((text) => Number(text) <= max, `At most ${max} %`);
const paiseUpTo = (max: number) =>
  z
    .int()
    .min(0, 'Not below zero')
    .max(max, `At most ₹${max / 100}`);
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
    /** Of what was financed: all late charges of a loan together stay below it. */
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
  /** Of a single payment: so many days after the bill is paid. */
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

/** Reminders a person may refuse; the others are what the rules ask us to say and cannot be left out. */
export const OPTIONAL_REMINDERS = [
  'before_7',
  'before_3',
  'before_1',
  'due_morning',
  'due_evening',
  'late_7',
  'late_15',
  'late_25',
] as const;

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
  .superRefine(({ plans }, context) => {
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
    if (!plans.some((plan) => plan.isOn)) wrong(0, 'isOn', 'One plan at least has to be on offer');
  });
export type SettingsContent = z.input<typeof settingsContent>;

export const SETTINGS_STATES = ['past', 'in_force', 'scheduled', 'withdrawn'] as const;

/** One field that differs from the version before; its address in the content, such as `fee.percent`. */
const change = z.object({ path: z.string(), before: z.string().nullable(), after: z.string().nullable() });
export type SettingsChange = z.input<typeof change>;

const staffMember = z.object({ id: idSchema, name: nameSchema.nullable() });

const settingsVersion = z.object({
  version: z.int(),
  state: z.enum(SETTINGS_STATES),
  startsAt: instantSchema,
  createdAt: instantSchema,
  /** Null: it came with the product. */
  createdBy: staffMember.nullable(),
  /** The second person; null where one was enough. */
  approvedBy: staffMember.nullable(),
  reason: z.string().nullable(),
  changes: z.array(change),
});
export type SettingsVersion = z.input<typeof settingsVersion>;

export const getAdminSettings = endpoint({
  name: 'getAdminSettings',
  method: 'GET',
  path: '/admin/settings',
  access: 'admin',
  roles: STAFF_ROLES,
  summary: 'What is set now, what is to come, and what waits for a second person',
  answer: z.object({
    inForce: settingsVersion.extend({ content: settingsContent }),
    scheduled: z.array(settingsVersion.extend({ content: settingsContent })),
    /** The newest version; a change names it, so that nobody undoes what a colleague has just set. */
    newestVersion: z.int(),
    /** The proposal that waits; null where there is none. */
    openApprovalId: idSchema.nullable(),
    /** Fixed by law, shown beside the fee. */
    gstPercent: z.string(),
  }),
});

export const listSettingsVersions = endpoint({
  name: 'listSettingsVersions',
  method: 'GET',
  path: '/admin/settings/versions',
  access: 'admin',
  roles: STAFF_ROLES,
  summary: 'Every version, newest first: who set what, why, from when on, and what it changed',
  query: pageQuery,
  answer: pageOf(settingsVersion.extend({ content: settingsContent })),
});

const proposedChange = z.strictObject({
  /** The newest version the change was made upon. */
  baseVersion: z.int().min(1),
  content: settingsContent,
});

export const putSettings = endpoint({
  name: 'putSettings',
  method: 'PUT',
  path: '/admin/settings',
  access: 'admin',
  roles: ['admin', 'finance'],
  stepUp: true,
  summary:
    'A new version from an instant on. What touches money is proposed to a second person; going back is a new version with the content of an old one. What was sold keeps its terms',
  body: proposedChange.extend({
    /** Left out: at once. */
    startsAt: instantSchema.optional(),
    reason: reasonSchema,
  }),
  answer: z.object({
    status: z.enum(['set', 'proposed']),
    version: z.int().nullable(),
    approvalId: idSchema.nullable(),
    changes: z.array(change),
  }),
  errors: ['settings_changed', 'settings_unchanged', 'settings_scheduled', 'approval_open'],
});

export const withdrawSettings = endpoint({
  name: 'withdrawSettings',
  method: 'POST',
  path: '/admin/settings/versions/{version}/withdraw',
  access: 'admin',
  roles: ['admin', 'finance'],
  stepUp: true,
  summary:
    'Takes back a version that has not begun; one that two people decided on is taken back by two: it is proposed, and stands until then',
  params: z.strictObject({ version: z.coerce.number().int().min(1) }),
  body: z.strictObject({ reason: reasonSchema }),
  answer: settingsVersion.extend({
    /** The proposal that waits for a second person; null where it is taken back. */
    approvalId: idSchema.nullable(),
  }),
  errors: ['settings_begun', 'settings_scheduled', 'approval_open'],
});

/** What a change does to one bill. */
const pricedBill = z.object({
  serviceFeePaise: paiseSchema,
  options: z.array(
    planOption.extend({
      schedule: z.array(scheduleRow),
    }),
  ),
});

/** Bills the preview prices: a small one, the specification's own example, a large one. */
export const PREVIEW_BILLS_PAISE = [200_000, 1_500_000, 10_000_000] as const;

export const previewSettings = endpoint({
  name: 'previewSettings',
  method: 'POST',
  path: '/admin/settings/preview',
  access: 'admin',
  roles: ['admin', 'finance'],
  stepUp: false,
  summary: 'What a change would do to three bills paid today, beside what they cost now; nothing is kept',
  body: proposedChange,
  answer: z.object({
    changes: z.array(change),
    needsSecondPerson: z.boolean(),
    asOf: dateSchema,
    bills: z.array(z.object({ amountPaise: paiseSchema, before: pricedBill, after: pricedBill })),
  }),
  errors: ['settings_changed'],
});

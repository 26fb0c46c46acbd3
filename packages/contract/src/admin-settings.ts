import { z } from 'zod';
import { PAUSABLE, SETTINGS_STATES } from './admin-settings.calls.ts';
import { settingsContent } from './admin-settings.form.ts';
import { reasonSchema } from './approvals.ts';
import { contract } from './endpoint.ts';
import { nameSchema } from './names.ts';
import { planOption, scheduleRow } from './payments.ts';
import { dateSchema, idSchema, instantSchema, pageOf, pageQuery, paiseSchema } from './primitives.ts';
import * as calls from './admin-settings.calls.ts';

export * from './admin-settings.calls.ts';
export * from './admin-settings.form.ts';

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

const pause = z.object({
  capability: z.enum(PAUSABLE),
  since: instantSchema,
  by: staffMember,
  reason: z.string(),
});
export type Pause = z.input<typeof pause>;

const proposedChange = z.strictObject({
  /** The newest version the change was made upon. */
  baseVersion: z.int().min(1),
  content: settingsContent,
});

/** One bill as a set of settings prices it. */
const pricedBill = z.object({
  serviceFeePaise: paiseSchema,
  options: z.array(
    planOption.extend({
      schedule: z.array(scheduleRow),
    }),
  ),
});

export const adminSettingsContract = contract({
  calls,
  endpoints: {
    getAdminSettings: {
      summary: 'What is set now, what is to come, and what waits for a second person',
      answer: z.object({
        inForce: settingsVersion.extend({ content: settingsContent }),
        scheduled: z.array(settingsVersion.extend({ content: settingsContent })),
        /** The newest version; a change names it, so that it does not undo what a colleague has just set. */
        newestVersion: z.int(),
        /** The proposal that waits; null where there is none. */
        openApprovalId: idSchema.nullable(),
        /** Fixed by law, shown beside the fee. */
        gstPercent: z.string(),
        /** The capabilities that rest until staff let them go on; left out by an older server. */
        paused: z.array(pause).optional(),
      }),
    },
    listSettingsVersions: {
      summary: 'Every version, newest first: who set what, why, from when on, and what it changed',
      query: pageQuery,
      answer: pageOf(settingsVersion.extend({ content: settingsContent })),
    },
    putSettings: {
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
    },
    withdrawSettings: {
      summary:
        'Takes back a version that has not begun; one that two people decided on is taken back by two: it is proposed, and stands until then',
      params: z.strictObject({ version: z.coerce.number().int().min(1) }),
      body: z.strictObject({ reason: reasonSchema }),
      answer: settingsVersion.extend({
        /** The proposal that waits for a second person; null where it is taken back. */
        approvalId: idSchema.nullable(),
      }),
      errors: ['settings_begun', 'settings_scheduled', 'approval_open'],
    },
    putPause: {
      summary:
        'Pauses payments of bills, or debits, from this instant on, or lets them go on. What was accepted waits as long as its time allows; what has left is asked about as before',
      params: z.strictObject({ capability: z.enum(PAUSABLE) }),
      body: z.strictObject({ isPaused: z.boolean(), reason: reasonSchema }),
      answer: z.object({ paused: z.array(pause) }),
      errors: ['settings_changed'],
    },
    previewSettings: {
      summary: 'What a change would do to three bills paid today, beside what they cost now; nothing is kept',
      body: proposedChange,
      answer: z.object({
        changes: z.array(change),
        needsSecondPerson: z.boolean(),
        asOf: dateSchema,
        bills: z.array(z.object({ amountPaise: paiseSchema, before: pricedBill, after: pricedBill })),
      }),
      errors: ['settings_changed'],
    },
  },
  refusals: {
    settings_changed: {
      status: 409,
      retry: 'never',
      en: 'A colleague has set something else meanwhile. Look at it, then make your change upon it.',
      hi: 'इस बीच किसी सहकर्मी ने कुछ और तय किया है। पहले उसे देखें, फिर उस पर अपना बदलाव करें।',
    },
    settings_unchanged: {
      status: 422,
      retry: 'never',
      en: 'Nothing in this differs from what is set already.',
      hi: 'इसमें कुछ भी पहले से तय बातों से अलग नहीं है।',
    },
    settings_scheduled: {
      status: 409,
      retry: 'never',
      en: 'A later version is already set to begin. Choose a start after it, or take it back first.',
      hi: 'एक आगे का संस्करण पहले से तय है। उसके बाद की शुरुआत चुनें, या पहले उसे वापस लें।',
    },
    settings_begun: {
      status: 409,
      retry: 'never',
      en: 'This version has begun or was taken back. Set a new one instead.',
      hi: 'यह संस्करण लागू हो चुका है या वापस लिया जा चुका है। इसकी जगह नया तय करें।',
    },
  },
});

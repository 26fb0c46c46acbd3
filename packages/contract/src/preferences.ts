import { z } from 'zod';
import { contract } from './endpoint.ts';
import { instantSchema } from './primitives.ts';
import * as calls from './preferences.calls.ts';

export * from './preferences.calls.ts';

const clockTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Enter a time such as 22:00');
/** Indian clock times. Messages that can wait are held back between them; over midnight when `from` is the later. */
const quietHours = z
  .strictObject({ from: clockTime, until: clockTime })
  .refine(({ from, until }) => from !== until, { path: ['until'], message: 'Choose two different times' });

const language = z.enum(['en', 'hi']);
const theme = z.enum(['system', 'light', 'dark']);
/** The day of the month; a month that is too short has its salary on its last day. `none`: the person would rather not say. */
const salaryDay = z.union([z.int().min(1).max(31), z.literal('none')]);

export const preferencesAnswer = z.object({
  /** Null until the person chose one: the device decides then. */
  language: language.nullable(),
  theme,
  /** Where messages that need not be sent may go. Outcomes of payments, codes and notices of law always come. */
  channels: z.object({ email: z.boolean(), sms: z.boolean(), inApp: z.boolean() }),
  quietHours: z.object({ from: z.string(), until: z.string() }).nullable(),
  /** Drawn on lines of time, and moves no date. Null until it was asked. */
  salaryDay: salaryDay.nullable(),
  updatedAt: instantSchema.nullable(),
});
export type Preferences = z.input<typeof preferencesAnswer>;

export const preferencesContract = contract({
  calls,
  endpoints: {
    getPreferences: {
      summary: 'Language, theme and where messages may go',
      answer: preferencesAnswer,
    },
    putPreferences: {
      summary: 'Changes preferences; what is left out stays as it is',
      body: z.strictObject({
        language: language.nullable().optional(),
        theme: theme.optional(),
        channels: z
          .strictObject({
            email: z.boolean().optional(),
            sms: z.boolean().optional(),
            inApp: z.boolean().optional(),
          })
          .optional(),
        quietHours: quietHours.nullable().optional(),
        salaryDay: salaryDay.nullable().optional(),
      }),
      answer: preferencesAnswer,
    },
  },
});

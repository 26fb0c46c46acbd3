import { emailSchema, mobileSchema, type SentOf, type Me, type patchProfile } from '@mohlat/contract';
import { z } from 'zod';
import { formatRupees, parseRupees } from '../../lib/format.ts';
import { formats } from '../../ui/typed-format.ts';
import type { MeWords } from './me.words.ts';

export const PROFILE_FIELDS = [
  'name',
  'email',
  'phone',
  'dateOfBirth',
  'address',
  'state',
  'income',
] as const;

/** Rule: SPEC-5 profile form. Email, phone and birth date may stay empty; what was given before may not be emptied. */
export function profileSchema(words: MeWords['profile'], me: Me) {
  const { address, monthlyIncomePaise: income } = me.profile;
  return z.object({
    name: z.string().trim().min(2, words.nameRule),
    email: z
      .string()
      .trim()
      .refine((value) => value === '' || emailSchema.safeParse(value).success, words.emailRule),
    phone: z.string().superRefine((value, context) => {
      const message = phoneProblem(value, words);
      if (message !== undefined) context.addIssue({ code: 'custom', message });
    }),
    dateOfBirth: z.string(),
    address: z
      .string()
      .trim()
      .refine((value) => value !== '' || address === null, words.addressRule),
    state: z.string(),
    income: z
      .string()
      .refine(
        (value) => parseRupees(value) !== undefined || (value === '' && income === null),
        words.incomeRule,
      ),
  });
}
export type ProfileValues = z.infer<ReturnType<typeof profileSchema>>;

function phoneProblem(typed: string, words: MeWords['profile']): string | undefined {
  const value = typed.trim();
  if (value === '' || mobileSchema.safeParse(value).success) return undefined;
  if (/[^\d+ -]/.test(value)) return words.phoneDigits;
  return digitsOf(value).length < 10 ? words.phoneRule : words.phoneShape;
}

/** Groups a number as it is typed; letters stay, so that the form can say what is wrong with them. */
export const formatPhoneTyped = (text: string) => (/[^\d\s+()-]/.test(text) ? text : formats.mobile(text));

/** Ten digits of a stored mobile, grouped as the field groups them. */
function shownPhone(mobile: string | null): string {
  return mobile === null ? '' : formats.mobile(mobile);
}

export const digitsOf = (phone: string) => phone.replace(/\D/g, '');

export function valuesOf(me: Me): ProfileValues {
  const income = me.profile.monthlyIncomePaise;
  return {
    name: me.profile.fullName ?? me.name ?? '',
    email: me.email ?? '',
    phone: shownPhone(me.mobile),
    dateOfBirth: me.profile.dateOfBirth ?? '',
    address: me.profile.address ?? '',
    state: me.profile.state ?? '',
    income: income === null ? '' : formatRupees(income).slice(1),
  };
}

/** Only what was changed is sent, so that a verified field is never touched by accident. */
export function changesOf(
  values: ProfileValues,
  dirty: Partial<Record<keyof ProfileValues, boolean | undefined>>,
): SentOf<typeof patchProfile, 'body'> {
  const income = parseRupees(values.income);
  const phone = mobileSchema.safeParse(values.phone);
  return {
    ...(dirty.name ? { name: values.name } : {}),
    ...(dirty.email && values.email !== '' ? { email: values.email } : {}),
    ...(dirty.phone && phone.success ? { phone: phone.data } : {}),
    ...(dirty.dateOfBirth && values.dateOfBirth !== '' ? { dateOfBirth: values.dateOfBirth } : {}),
    ...(dirty.address && values.address !== '' ? { address: values.address } : {}),
    // None: what the PIN code of the address says counts again.
    ...(dirty.state ? { state: values.state === '' ? null : values.state } : {}),
    ...(dirty.income && income !== undefined ? { monthlyIncomePaise: income } : {}),
  };
}

import { emailSchema, mobileSchema, type SentOf, type Me, type patchProfile } from '@mohlat/contract';
import { STATE_CODES, STATES } from '@mohlat/money';
import type { UseFormReturn } from 'react-hook-form';
import { z } from 'zod';
import { formatRupees, parseRupees } from '../../../lib/format.ts';
import { amountInWords } from '../../../ui/amount-in-words.ts';
import { useGlossary } from '../../../lib/glossary.ts';
import { useLanguage } from '../../../lib/i18n.tsx';
import { TextAreaField, TextField } from '../../../ui/field.tsx';
import { Select } from '../../../ui/select.tsx';
import { formats, formatTyped } from '../../../ui/typed-format.ts';
import { MoneyField } from '../../../ui/typed-fields.tsx';
import { type MeWords, useMeWords } from '../me.words.ts';
import { lacksPinCode } from '../onboarding/onboarding-form.ts';

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
const formatPhoneTyped = (text: string) => (/[^\d\s+()-]/.test(text) ? text : formats.mobile(text));

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

/** The id of a field, to which a message leads. */
export const idOf = (name: string) => `edit-profile-${name}`;

interface ProfileFieldsProps {
  readonly form: UseFormReturn<ProfileValues>;
  readonly me: Me;
  readonly startsAt: string | null;
}

export function ProfileFields({ form, me, startsAt }: ProfileFieldsProps) {
  const words = useMeWords().profile;
  const glossary = useGlossary();
  const { language } = useLanguage();
  const { register } = form;
  const { errors } = form.formState;
  const [email, dateOfBirth] = form.watch(['email', 'dateOfBirth']);
  // The name belongs to each document that was checked, the birth date to Aadhaar alone.
  const lock = (isLocked: boolean) => (isLocked ? { readOnly: true, hint: words.locked } : {});
  return (
    <>
      <TextField
        id={idOf('name')}
        label={words.name}
        autoComplete="name"
        error={errors.name?.message}
        {...lock(me.kyc.panVerified || me.kyc.aadhaarVerified)}
        {...register('name')}
      />
      <TextField
        id={idOf('email')}
        type="email"
        label={words.email}
        aside={glossary.optional}
        hint={email === '' && me.email !== null ? words.keptWhenEmpty : undefined}
        autoComplete="email"
        error={errors.email?.message}
        {...register('email')}
      />
      <PhoneField form={form} me={me} isFirst={startsAt === 'phone'} />
      <TextField
        id={idOf('dateOfBirth')}
        type="date"
        label={words.dateOfBirth}
        aside={me.kyc.aadhaarVerified ? undefined : glossary.optional}
        hint={dateOfBirth === '' && me.profile.dateOfBirth !== null ? words.keptWhenEmpty : undefined}
        autoComplete="bday"
        autoFocus={startsAt === 'dateOfBirth'}
        error={errors.dateOfBirth?.message}
        {...lock(me.kyc.aadhaarVerified)}
        {...register('dateOfBirth')}
      />
      <TextAreaField
        id={idOf('address')}
        rows={3}
        label={words.currentAddress}
        hint={lacksPinCode(form.watch('address')) ? words.noPinCode : undefined}
        autoComplete="street-address"
        autoFocus={startsAt === 'address'}
        error={errors.address?.message}
        {...register('address')}
      />
      <StateField form={form} />
      <MoneyField
        id={idOf('income')}
        isWrongKept
        label={words.income}
        hint={me.credit === null ? words.incomeNet : `${words.incomeNet} ${words.incomeKeepsLimit}`}
        autoComplete="off"
        inWords={(paise) => amountInWords(paise, language)}
        value={form.watch('income')}
        error={errors.income?.message}
        {...register('income')}
      />
    </>
  );
}

/** By the PIN code of the address, unless it is corrected here: tax on fees goes by it. */
function StateField({ form }: { readonly form: UseFormReturn<ProfileValues> }) {
  const words = useMeWords().profile;
  const { language } = useLanguage();
  const options = STATE_CODES.map((code) => ({ value: code, label: STATES[code][language] }));
  return (
    <Select
      id={idOf('state')}
      label={words.state}
      aside={useGlossary().optional}
      hint={words.stateHint}
      emptyLabel={words.stateByPinCode}
      options={options.toSorted((a, b) => a.label.localeCompare(b.label, language))}
      error={form.formState.errors.state?.message}
      {...form.register('state')}
    />
  );
}

interface PhoneFieldProps {
  readonly form: UseFormReturn<ProfileValues>;
  readonly me: Me;
  readonly isFirst: boolean;
}

function PhoneField({ form, me, isFirst }: PhoneFieldProps) {
  const words = useMeWords().profile;
  const glossary = useGlossary();
  const { errors } = form.formState;
  const phone = form.watch('phone');
  const phoneField = form.register('phone');
  return (
    <TextField
      id={idOf('phone')}
      lead="+91"
      type="tel"
      inputMode="tel"
      autoComplete="tel-national"
      label={words.phone}
      aside={glossary.optional}
      hint={phone === '' && me.mobile !== null ? words.keptWhenEmpty : words.phoneHint}
      autoFocus={isFirst}
      error={errors.phone?.message}
      {...phoneField}
      onChange={formatTyped(formatPhoneTyped, (event) => void phoneField.onChange(event))}
    />
  );
}

import { zodResolver } from '@hookform/resolvers/zod';
import { emailSchema, mobileSchema, type BodyOf, type Me, type patchProfile } from '@mohlat/contract';
import { isAuthError } from '@supabase/auth-js';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useForm, type UseFormReturn } from 'react-hook-form';
import { z } from 'zod';
import { authErrorText } from '../../lib/auth-errors.ts';
import { useAuthSentences } from '../../lib/auth-sentences.ts';
import { auth } from '../../lib/auth.ts';
import { applyFieldErrors, summaryOf } from '../../lib/form-errors.ts';
import { amountInWords, formatRupees, parseRupees } from '../../lib/format.ts';
import { useGlossary } from '../../lib/glossary.ts';
import { useLanguage } from '../../lib/i18n.tsx';
import { keys } from '../../lib/keys.ts';
import { errorText } from '../../lib/problem.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorSummary } from '../../ui/error-summary.tsx';
import { TextAreaField, TextField } from '../../ui/field.tsx';
import { toast } from '../../ui/toast.tsx';
import { MoneyField, PhoneField } from '../../ui/typed-fields.tsx';
import { saveProfile } from './me.data.ts';
import { useMeWords } from './me.words.ts';
import { ProveMobile, sendMobileCode } from './prove-mobile.tsx';
import type { MeWords } from './words.en.ts';

const FORM_ID = 'edit-profile';
const idOf = (name: string) => `${FORM_ID}-${name}`;
const FIELDS = ['name', 'email', 'phone', 'dateOfBirth', 'address', 'income'] as const;

/** Rule: SPEC-5 profile form. Email, phone and birth date may stay empty. */
function profileSchema(words: MeWords['profile']) {
  return z.object({
    name: z.string().trim().min(2, words.nameRule),
    email: z
      .string()
      .trim()
      .refine((value) => value === '' || emailSchema.safeParse(value).success, words.emailRule),
    phone: z.string().superRefine((value, context) => {
      if (value.trim() === '') return;
      const parsed = mobileSchema.safeParse(value);
      if (!parsed.success) {
        context.addIssue({ code: 'custom', message: parsed.error.issues[0]?.message ?? words.phoneRule });
      }
    }),
    dateOfBirth: z.string(),
    address: z.string().trim(),
    income: z.string(),
  });
}
type ProfileValues = z.infer<ReturnType<typeof profileSchema>>;

/** Ten digits of a stored mobile, grouped as the field groups them. */
function shownPhone(mobile: string | null): string {
  const digits = (mobile ?? '').replace(/\D/g, '').slice(-10);
  return digits.length === 10 ? `${digits.slice(0, 5)} ${digits.slice(5)}` : '';
}

function valuesOf(me: Me): ProfileValues {
  const income = me.profile.monthlyIncomePaise;
  return {
    name: me.profile.fullName ?? me.name ?? '',
    email: me.email ?? '',
    phone: shownPhone(me.mobile),
    dateOfBirth: me.profile.dateOfBirth ?? '',
    address: me.profile.address ?? '',
    income: income === null ? '' : formatRupees(income).slice(1),
  };
}

/** Only what was changed is sent, so that a verified field is never touched by accident. */
function changesOf(
  values: ProfileValues,
  dirty: Partial<Record<keyof ProfileValues, boolean | undefined>>,
): BodyOf<typeof patchProfile> {
  const income = parseRupees(values.income);
  return {
    ...(dirty.name ? { name: values.name } : {}),
    ...(dirty.dateOfBirth && values.dateOfBirth !== '' ? { dateOfBirth: values.dateOfBirth } : {}),
    ...(dirty.address && values.address !== '' ? { address: values.address } : {}),
    ...(dirty.income && income !== undefined ? { monthlyIncomePaise: income } : {}),
  };
}

/** The address a person signs in with: it changes only after its link was opened. Throws AuthError. */
async function changeEmail(email: string): Promise<void> {
  const { error } = await auth.updateUser(
    { email },
    { emailRedirectTo: `${globalThis.location.origin}/auth/confirmed` },
  );
  if (error) throw error;
}

/**
 * Asks for a code to a number that differs from the one on record. Returns the number to be proven, nothing when there
 * is nothing to prove. Throws AuthError.
 */
async function askForCode(typed: string, me: Me): Promise<string | undefined> {
  const phone = mobileSchema.safeParse(typed);
  if (!phone.success || me.mobile?.endsWith(phone.data)) return undefined;
  const isSent = await sendMobileCode(phone.data);
  return isSent ? phone.data : undefined;
}

function useProfileForm(me: Me, onClose: () => void) {
  const words = useMeWords().profile;
  const sentences = useAuthSentences();
  const { language } = useLanguage();
  const client = useQueryClient();
  const [refusal, setRefusal] = useState<string>();
  const [unproven, setUnproven] = useState<string>();
  const form = useForm<ProfileValues>({
    resolver: zodResolver(profileSchema(words)),
    defaultValues: valuesOf(me),
    shouldFocusError: false,
  });
  const { dirtyFields } = form.formState;
  const save = useMutation({ mutationFn: saveProfile });
  const submit = form.handleSubmit(async (values) => {
    setRefusal(undefined);
    try {
      const body = changesOf(values, dirtyFields);
      if (Object.keys(body).length > 0) {
        client.setQueryData(keys.me, await save.mutateAsync(body));
        toast.success(words.updated);
      }
      if (dirtyFields.email && values.email !== '') {
        await changeEmail(values.email);
        toast.success(words.mailSent, words.mailPending);
      }
      // What is saved is saved, whatever becomes of the number.
      form.reset(values);
      const number = await askForCode(values.phone, me);
      void client.invalidateQueries({ queryKey: keys.me });
      if (number === undefined) {
        onClose();
        return;
      }
      toast.success(sentences.otpSent, sentences.otpSentText(number));
      setUnproven(number);
    } catch (error) {
      const sentence = isAuthError(error) ? authErrorText(error, sentences) : errorText(error, language);
      toast.error(words.failed, sentence);
      if (!applyFieldErrors(error, FIELDS, form.setError, { monthlyIncomePaise: 'income' }))
        setRefusal(sentence);
    }
  });
  return { words, form, refusal, submit, unproven, setUnproven, isPending: form.formState.isSubmitting };
}

interface EditProfileProps {
  readonly me: Me;
  readonly onClose: () => void;
  /** For those who came to add their number. */
  readonly startsAtPhone?: boolean;
}

export function EditProfileDialog({ me, onClose, startsAtPhone = false }: EditProfileProps) {
  const edit = useProfileForm(me, onClose);
  const { words, form, unproven } = edit;
  if (unproven !== undefined) {
    return (
      <DialogFrame title={words.proveTitle} onClose={onClose}>
        <ProveMobile
          digits={unproven}
          onChangeNumber={() => edit.setUnproven(undefined)}
          onProven={onClose}
        />
      </DialogFrame>
    );
  }
  return (
    <DialogFrame
      title={words.editTitle}
      onClose={onClose}
      footer={
        <>
          <Button tone="secondary" onClick={onClose}>
            {words.cancel}
          </Button>
          <Button type="submit" form={FORM_ID} isPending={edit.isPending} pendingText={words.saving}>
            {words.save}
          </Button>
        </>
      }
    >
      <form
        id={FORM_ID}
        noValidate
        onSubmit={(event) => void edit.submit(event)}
        className="flex flex-col gap-4"
      >
        <ProfileErrors form={form} refusal={edit.refusal} />
        <ProfileFields form={form} isLocked={me.kyc.panVerified} startsAtPhone={startsAtPhone} />
      </form>
    </DialogFrame>
  );
}

interface DialogFrameProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
  readonly footer?: ReactNode;
}

function DialogFrame({ onClose, ...rest }: DialogFrameProps) {
  const words = useMeWords().profile;
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      closeLabel={words.close}
      {...rest}
    />
  );
}

interface ProfileErrorsProps {
  readonly form: UseFormReturn<ProfileValues>;
  readonly refusal: string | undefined;
}

function ProfileErrors({ form, refusal }: ProfileErrorsProps) {
  const words = useMeWords().profile;
  const glossary = useGlossary();
  const refused = refusal === undefined ? [] : [{ message: refusal }];
  return (
    <ErrorSummary
      title={refusal === undefined ? glossary.thereIsAProblem : words.failed}
      errors={[...refused, ...summaryOf(form.formState.errors, idOf)]}
      attempt={form.formState.submitCount}
    />
  );
}

interface ProfileFieldsProps {
  readonly form: UseFormReturn<ProfileValues>;
  /** Name and birth date were compared with the PAN and stand as they are. */
  readonly isLocked: boolean;
  readonly startsAtPhone: boolean;
}

function ProfileFields({ form, isLocked, startsAtPhone }: ProfileFieldsProps) {
  const words = useMeWords().profile;
  const glossary = useGlossary();
  const { language } = useLanguage();
  const { register } = form;
  const { errors, defaultValues } = form.formState;
  const lock = isLocked ? { readOnly: true, hint: words.locked } : {};
  return (
    <>
      <TextField
        id={idOf('name')}
        label={words.name}
        autoComplete="name"
        error={errors.name?.message}
        {...lock}
        {...register('name')}
      />
      <TextField
        id={idOf('email')}
        type="email"
        label={words.email}
        aside={glossary.optional}
        autoComplete="email"
        error={errors.email?.message}
        {...register('email')}
      />
      <PhoneField
        id={idOf('phone')}
        label={words.phone}
        aside={glossary.optional}
        hint={words.phoneHint}
        autoFocus={startsAtPhone}
        error={errors.phone?.message}
        {...register('phone')}
      />
      <TextField
        id={idOf('dateOfBirth')}
        type="date"
        label={words.dateOfBirth}
        aside={glossary.optional}
        autoComplete="bday"
        error={errors.dateOfBirth?.message}
        {...lock}
        {...register('dateOfBirth')}
      />
      <TextAreaField
        id={idOf('address')}
        rows={3}
        label={words.currentAddress}
        autoComplete="street-address"
        error={errors.address?.message}
        {...register('address')}
      />
      <MoneyField
        id={idOf('income')}
        label={words.income}
        autoComplete="off"
        inWords={(paise) => amountInWords(paise, language)}
        defaultValue={defaultValues?.income ?? ''}
        error={errors.income?.message}
        {...register('income')}
      />
    </>
  );
}

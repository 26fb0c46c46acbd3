import { zodResolver } from '@hookform/resolvers/zod';
import type { Me } from '@mohlat/contract';
import { STATE_CODES, STATES } from '@mohlat/money';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useForm, type UseFormReturn } from 'react-hook-form';
import { useAuthSentences } from '../../lib/auth-errors.ts';
import { applyFieldErrors, summaryOf } from '../../lib/form-errors.ts';
import { amountInWords, formatMobile } from '../../lib/format.ts';
import { useGlossary } from '../../lib/glossary.ts';
import { useLanguage } from '../../lib/i18n.tsx';
import { keys } from '../../lib/keys.ts';
import { errorText, isLoggedOut, ProblemError } from '../../lib/problem.ts';
import { Dialog, FormDialog } from '../../ui/dialog.tsx';
import { ErrorSummary } from '../../ui/error-summary.tsx';
import { TextAreaField, TextField } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';
import { toast } from '../../ui/toast.tsx';
import { formatTyped } from '../../ui/typed-format.ts';
import { MoneyField } from '../../ui/typed-fields.tsx';
import { linksToOpen, saveProfile } from './me.data.ts';
import { useMeWords } from './me.words.ts';
import { lacksPinCode } from './onboarding-form.ts';
import { forgetTyped, keepTyped, typedBefore } from './profile-draft.ts';
import {
  changesOf,
  digitsOf,
  formatPhoneTyped,
  PROFILE_FIELDS,
  profileSchema,
  valuesOf,
  type ProfileValues,
} from './profile-form.ts';
import { ProveEmail, type ProveEmailProps } from './prove-email.tsx';
import { ProveMobile } from './prove-mobile.tsx';
import { SignInAgain } from './sign-in-again.tsx';
import { to } from '../../lib/addresses.ts';
import { useSendOnce } from '../../lib/send-once.ts';

const PATH = to('/dashboard/profile');
const EDIT_PATH = `${PATH}?edit=again`;
const idOf = (name: string) => `edit-profile-${name}`;

/** A refusal that is about one field stands at that field. */
const FIELD_OF_CODE: Readonly<Record<string, keyof ProfileValues>> = {
  email_in_use: 'email',
  mobile_in_use: 'phone',
};

function useProfileForm(me: Me, onClose: () => void) {
  const words = useMeWords().profile;
  const sentences = useAuthSentences();
  const { language } = useLanguage();
  const client = useQueryClient();
  const [refusal, setRefusal] = useState<string>();
  const [unproven, setUnproven] = useState<string>();
  const [isStale, setIsStale] = useState(false);
  const form = useForm<ProfileValues>({
    resolver: zodResolver(profileSchema(words, me)),
    defaultValues: valuesOf(me),
    shouldFocusError: false,
  });
  const { dirtyFields } = form.formState;
  useTypedBefore(me, form);
  const save = useSendOnce({ mutationFn: saveProfile });
  const refuse = (error: unknown) => {
    if (error instanceof ProblemError && error.code === 'sign_in_again') {
      setIsStale(true);
      return;
    }
    const sentence = isLoggedOut(error) ? words.loggedOut : errorText(error, language);
    toast.error(words.failed, sentence);
    const field = error instanceof ProblemError ? FIELD_OF_CODE[error.code] : undefined;
    if (field) form.setError(field, { type: 'server', message: sentence });
    else if (!applyFieldErrors(error, PROFILE_FIELDS, form.setError, { monthlyIncomePaise: 'income' }))
      setRefusal(sentence);
  };
  const submit = form.handleSubmit(async (values) => {
    if (save.isSending()) return;
    setRefusal(undefined);
    const { email, phone, ...rest } = changesOf(values, dirtyFields);
    try {
      const asked = { ...rest, ...(email ? { email } : {}), ...(phone ? { phone } : {}) };
      const saved = Object.keys(asked).length > 0 ? await save.mutateAsync(asked) : me;
      client.setQueryData(keys.me, saved);
      form.reset(values);
      forgetTyped();
      // A new address or number is not updated yet: it is said to wait for its proof.
      if (Object.keys(rest).length > 0 || saved === me) toast.success(words.updated);
      const waiting = saved.pendingContact.email;
      if (email && waiting) toast.success(words.mailSent, words.pendingEmailText[linksToOpen(waiting)]);
      const typed = digitsOf(values.phone);
      if (typed === '' || !saved.pendingContact.mobile?.endsWith(typed)) {
        onClose();
        return;
      }
      // Typed again from the step of the code, the number has its code already.
      if (phone) toast.success(sentences.otpSent, sentences.otpSentText(formatMobile(phone)));
      setUnproven(typed);
    } catch (error) {
      refuse(error);
    }
  });
  return {
    words,
    form,
    refusal,
    submit,
    unproven,
    setUnproven,
    isStale,
    setIsStale,
    keep: () => keepTyped(me.id, form.getValues(), valuesOf(me)),
    isPending: form.formState.isSubmitting || save.isPending,
  };
}

/** Keeps what is typed until it is saved or given up, and puts it back as not yet saved: Back, a reload and a new log-in lose nothing. */
function useTypedBefore(me: Me, form: UseFormReturn<ProfileValues>): void {
  const [typed] = useState(() => typedBefore(me.id));
  const { setValue, watch } = form;
  useEffect(() => {
    if (Object.keys(typed).length === 0) forgetTyped();
    for (const name of PROFILE_FIELDS) {
      const value = typed[name];
      if (value !== undefined) setValue(name, value, { shouldDirty: true });
    }
  }, [typed, setValue]);
  useEffect(() => {
    const watched = watch((values) => keepTyped(me.id, values, valuesOf(me)));
    return () => watched.unsubscribe();
  }, [watch, me]);
}

interface EditProfileProps {
  readonly me: Me;
  readonly onClose: () => void;
  /** The field somebody was sent here for: `phone`, `dateOfBirth` or `address`. */
  readonly startsAt?: string | null;
}

export function EditProfileDialog({ me, onClose, startsAt = null }: EditProfileProps) {
  const edit = useProfileForm(me, onClose);
  const { words, form, unproven } = edit;
  if (unproven !== undefined) {
    return (
      <ProveMobileDialog
        digits={unproven}
        onChangeNumber={() => edit.setUnproven(undefined)}
        onClose={onClose}
      />
    );
  }
  if (edit.isStale) {
    return (
      <Dialog title={words.editTitle} closeLabel={words.close} onClose={onClose}>
        <SignInAgain returnPath={EDIT_PATH} onLeave={edit.keep} onBack={() => edit.setIsStale(false)} />
      </Dialog>
    );
  }
  return (
    <FormDialog
      title={words.editTitle}
      closeLabel={words.close}
      cancel={words.cancel}
      submit={words.save}
      pending={words.saving}
      isPending={edit.isPending}
      onSubmit={() => void edit.submit()}
      onClose={onClose}
      onCancel={() => {
        forgetTyped();
        onClose();
      }}
    >
      <ProfileErrors form={form} refusal={edit.refusal} />
      <ProfileFields form={form} me={me} startsAt={startsAt} />
    </FormDialog>
  );
}

interface ProveMobileDialogProps {
  readonly digits: string;
  readonly onChangeNumber: () => void;
  readonly onClose: () => void;
}

export function ProveMobileDialog({ digits, onChangeNumber, onClose }: ProveMobileDialogProps) {
  const words = useMeWords().profile;
  const [isStale, setIsStale] = useState(false);
  return (
    <Dialog title={words.proveTitle} closeLabel={words.close} onClose={onClose}>
      {isStale ? (
        <SignInAgain returnPath={PATH} onBack={() => setIsStale(false)} />
      ) : (
        <ProveMobile
          digits={digits}
          onChangeNumber={onChangeNumber}
          onStale={() => setIsStale(true)}
          onProven={onClose}
        />
      )}
    </Dialog>
  );
}

/** The code of a mail that a new address waits for. */
export function ProveEmailDialog({ onClose, ...asked }: ProveEmailProps & { readonly onClose: () => void }) {
  const words = useMeWords().profile;
  return (
    <Dialog title={words.proveEmailTitle} closeLabel={words.close} onClose={onClose}>
      <ProveEmail key={asked.sentTo} {...asked} />
    </Dialog>
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
  readonly me: Me;
  readonly startsAt: string | null;
}

function ProfileFields({ form, me, startsAt }: ProfileFieldsProps) {
  const words = useMeWords().profile;
  const glossary = useGlossary();
  const { language } = useLanguage();
  const { register } = form;
  const { errors } = form.formState;
  const email = form.watch('email');
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
        hint={me.credit === null ? undefined : words.incomeKeepsLimit}
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

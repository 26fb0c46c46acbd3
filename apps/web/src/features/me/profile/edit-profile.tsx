import { zodResolver } from '@hookform/resolvers/zod';
import type { Me } from '@mohlat/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useForm, type UseFormReturn } from 'react-hook-form';
import { to } from '../../../lib/addresses.ts';
import { useAuthSentences } from '../../../lib/auth-errors.ts';
import { clearDraft, readDraft, saveDraft } from '../../../lib/draft.ts';
import { applyFieldErrors, summaryOf } from '../../../lib/form-errors.ts';
import { formatMobile } from '../../../lib/format.ts';
import { useGlossary } from '../../../lib/glossary.ts';
import { useLanguage } from '../../../lib/i18n.tsx';
import { keys } from '../../../lib/keys.ts';
import { errorText, isLoggedOut, ProblemError } from '../../../lib/problem.ts';
import { useSendOnce } from '../../../lib/send-once.ts';
import { Dialog, FormDialog } from '../../../ui/dialog.tsx';
import { ErrorSummary } from '../../../ui/error-summary.tsx';
import { toast } from '../../../ui/toast.tsx';
import { useBusy } from '../../../ui/use-busy.ts';
import { linksToOpen, needsNewLogin, saveProfile } from '../me.data.ts';
import { useMeWords } from '../me.words.ts';
import {
  changesOf,
  digitsOf,
  idOf,
  PROFILE_FIELDS,
  ProfileFields,
  profileSchema,
  type ProfileValues,
  valuesOf,
} from './profile-form.tsx';
import { ProveEmail, type ProveEmailProps } from './prove-email.tsx';
import { ProveMobile } from './prove-mobile.tsx';
import { SignInAgain } from './sign-in-again.tsx';

const PATH = to('/dashboard/profile');
const EDIT_PATH = `${PATH}?edit=again`;

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
    if (needsNewLogin(error)) {
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
      // A new address or number is not updated yet: it is said to wait for its proof. What was emptied stays.
      if (Object.keys(rest).length > 0) toast.success(words.updated);
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
  /** The field that the user was sent here for: `phone`, `dateOfBirth` or `address`. */
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
  const [isBusy, whileBusy] = useBusy();
  return (
    <Dialog title={words.proveTitle} closeLabel={words.close} isBusy={isBusy} onClose={onClose}>
      {isStale ? (
        <SignInAgain returnPath={PATH} onBack={() => setIsStale(false)} />
      ) : (
        <ProveMobile
          digits={digits}
          whileBusy={whileBusy}
          onChangeNumber={onChangeNumber}
          onStale={() => setIsStale(true)}
          onProven={onClose}
        />
      )}
    </Dialog>
  );
}

/** The code of a mail that a new address waits for. */
export function ProveEmailDialog({
  onClose,
  onResend,
  ...asked
}: Omit<ProveEmailProps, 'whileBusy'> & { readonly onClose: () => void }) {
  const words = useMeWords().profile;
  const [isStale, setIsStale] = useState(false);
  const [isBusy, whileBusy] = useBusy();
  const resend = async () => {
    try {
      await onResend();
    } catch (error) {
      if (!needsNewLogin(error)) throw error;
      setIsStale(true);
    }
  };
  return (
    <Dialog title={words.proveEmailTitle} closeLabel={words.close} isBusy={isBusy} onClose={onClose}>
      {isStale ? (
        <SignInAgain returnPath={PATH} onBack={() => setIsStale(false)} />
      ) : (
        <ProveEmail key={asked.sentTo} {...asked} whileBusy={whileBusy} onResend={resend} />
      )}
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

const DRAFT = 'profile';

interface ProfileDraft {
  readonly userId: string;
  readonly typed: Partial<ProfileValues>;
}

/** Keeps what was changed and not saved over a closing, a reload or a new log-in, for the same person alone. */
function keepTyped(userId: string, values: Partial<ProfileValues>, saved: Readonly<ProfileValues>): void {
  const typed = Object.fromEntries(
    PROFILE_FIELDS.flatMap((name) => changed(name, values[name], saved[name])),
  );
  if (Object.keys(typed).length === 0) forgetTyped();
  else saveDraft(DRAFT, { userId, typed } satisfies ProfileDraft);
}

const changed = (name: string, now: string | undefined, before: string) =>
  now === undefined || now === before ? [] : [[name, now] as const];

/** Reads the values this person typed and did not save. Another person gets none of them. */
function typedBefore(userId: string): Partial<ProfileValues> {
  const draft = readDraft<ProfileDraft>(DRAFT);
  return draft?.userId === userId ? (draft.typed ?? {}) : {};
}

const forgetTyped = () => clearDraft(DRAFT);

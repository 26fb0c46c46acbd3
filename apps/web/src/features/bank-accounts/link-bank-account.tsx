import { zodResolver } from '@hookform/resolvers/zod';
import {
  ACCOUNT_NUMBER_DIGITS_MAX,
  CONSENTS,
  type linkBankAccount,
  linkBankAccountBody,
  type SentOf,
} from '@mohlat/contract';
import { useQueryClient } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { type FieldErrors, useForm, type UseFormReturn, useWatch } from 'react-hook-form';
import type { z } from 'zod';
import { applyFieldErrors, summaryOf } from '../../lib/form-errors.ts';
import { useGlossary } from '../../lib/glossary.ts';
import { useLanguage } from '../../lib/i18n.tsx';
import { keys } from '../../lib/keys.ts';
import { useOnline } from '../../lib/online.ts';
import { errorText, isLoggedOut } from '../../lib/problem.ts';
import { meQuery } from '../../lib/queries.ts';
import { useSendOnce } from '../../lib/send-once.ts';
import { TextLink } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/choice.tsx';
import { FormDialog } from '../../ui/dialog.tsx';
import { ErrorSummary } from '../../ui/error-summary.tsx';
import { TextField, type TextFieldProps } from '../../ui/field.tsx';
import { toast } from '../../ui/toast.tsx';
import { DigitsField, IfscField } from '../../ui/typed-fields.tsx';
import { linkAccount } from './bank-accounts.data.ts';
import { type BankWords, useBankWords } from './bank-accounts.words.ts';
import { type IfscLookup, IfscPanel, useIfscLookup } from './ifsc-lookup.tsx';

const idOf = (name: string) => `link-bank-account-${name}`;
/** One more than a number may have, so that two that differ at their end are seen to differ. */
const CONFIRM_DIGITS_MAX = 19;

/** The errors of the form in the reader's language. */
function useSpokenErrors(errors: FieldErrors<LinkValues>): FieldErrors<LinkValues> {
  const { sentences } = useBankWords();
  const spoken = Object.entries(errors).map(([name, error]) => [
    name,
    { ...error, message: sentences[error?.message ?? ''] ?? error?.message },
  ]);
  return Object.fromEntries(spoken) as FieldErrors<LinkValues>;
}

export function LinkBankAccountDialog({ onClose }: { readonly onClose: () => void }) {
  const words = useBankWords().link;
  const glossary = useGlossary();
  const isOnline = useOnline();
  const { form, lookup, submit, refusal, canSave, isPending } = useLinkForm(onClose);
  const errors = useSpokenErrors(form.formState.errors);
  const refused = refusal === undefined ? [] : [{ message: refusal }];
  const { submitCount } = form.formState;
  return (
    <FormDialog
      title={words.title}
      closeLabel={glossary.close}
      cancel={glossary.cancel}
      submit={words.save}
      pending={words.saving}
      isPending={isPending}
      isDisabled={!canSave || !isOnline}
      describedBy={canSave ? undefined : idOf('left')}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      {/* Save waits for everything; Enter in a field is answered all the same, with what is missing. */}
      <input type="submit" hidden />
      <ErrorSummary
        title={refusal === undefined ? glossary.thereIsAProblem : words.notLinked}
        errors={submitCount === 0 ? [] : [...refused, ...summaryOf(errors, idOf)]}
        attempt={submitCount}
      />
      <Fields form={form} errors={errors} lookup={lookup} />
      {canSave ? null : (
        <p id={idOf('left')} className="text-small text-ink-3">
          {words.whatIsLeft}
        </p>
      )}
    </FormDialog>
  );
}

interface FieldsProps {
  readonly form: LinkForm;
  readonly errors: FieldErrors<LinkValues>;
  readonly lookup: IfscLookup;
}

function Fields({ form, errors, lookup }: FieldsProps) {
  const words = useBankWords().link;
  const { register, formState, trigger } = form;
  const looked = { invalid: words.invalid, failed: words.failed, none: undefined, validating: undefined };
  const ifscError = errors.ifsc?.message ?? (lookup.state === 'validated' ? undefined : looked[lookup.state]);
  // The copy is judged again with the number it repeats, once the user has been there.
  const judgeCopy = () => {
    if (formState.touchedFields.confirmAccountNumber) void trigger('confirmAccountNumber');
  };
  return (
    <>
      <TextField
        id={idOf('accountName')}
        label={words.name}
        autoComplete="name"
        maxLength={120}
        error={errors.accountName?.message}
        {...register('accountName')}
      />
      <AccountNumberField
        id={idOf('accountNumber')}
        label={words.number}
        error={errors.accountNumber?.message}
        {...register('accountNumber', { onChange: judgeCopy })}
      />
      <DigitsField
        id={idOf('confirmAccountNumber')}
        label={words.confirm}
        maxDigits={CONFIRM_DIGITS_MAX}
        autoComplete="off"
        error={errors.confirmAccountNumber?.message}
        {...register('confirmAccountNumber')}
      />
      <IfscField
        id={idOf('ifsc')}
        label={words.ifsc}
        hint={words.ifscHint}
        error={ifscError}
        {...register('ifsc')}
      />
      <IfscPanel lookup={lookup} />
      <Checkbox
        id={idOf('acceptTerms')}
        label={<TermsLabel />}
        error={errors.acceptTerms?.message}
        {...register('acceptTerms')}
      />
    </>
  );
}

/** The terms, and the consent in the words it is recorded in. */
function TermsLabel() {
  const words = useBankWords().link;
  const { language } = useLanguage();
  return (
    <>
      {words.termsBefore}
      <TextLink to="/terms" isPlain target="_blank" rel="noopener">
        {words.terms}
      </TextLink>
      {words.termsAfter}
      {CONSENTS.bank_verification.wording[language]}
    </>
  );
}

/** Digits behind dots until the user asks to see them; the copy beside it, typed again, is seen. */
function AccountNumberField(props: TextFieldProps) {
  const words = useBankWords().link;
  const [isShown, setIsShown] = useState(false);
  const Icon = isShown ? EyeOff : Eye;
  return (
    <DigitsField
      {...props}
      maxDigits={ACCOUNT_NUMBER_DIGITS_MAX}
      autoComplete="off"
      inputClassName={clsx('tabular', !isShown && 'masked')}
      trail={
        <button
          type="button"
          onClick={() => setIsShown(!isShown)}
          className="inline-flex size-11 shrink-0 items-center justify-center rounded-input text-ink-2 hover:text-ink"
        >
          <Icon aria-hidden="true" className="size-5" />
          <span className="sr-only">{isShown ? words.hide : words.show}</span>
        </button>
      }
    />
  );
}

type Link = SentOf<typeof linkBankAccount, 'body'>;
type LinkValues = Omit<Link, 'acceptTerms'> & { acceptTerms: boolean };
type LinkForm = UseFormReturn<LinkValues, unknown, Link>;

const LINK_FIELDS = ['accountName', 'accountNumber', 'confirmAccountNumber', 'ifsc', 'acceptTerms'] as const;

/** A box not ticked is a value of the form and a refusal of the schema. */
const schema = linkBankAccountBody as unknown as z.ZodType<Link, LinkValues>;

/** Rule: SPEC-4 bank dialog. Whether everything is filled, both numbers are the same and the terms are accepted. */
function mayBeSaved(values: Partial<LinkValues>): boolean {
  const { accountName = '', accountNumber = '', confirmAccountNumber = '', ifsc = '', acceptTerms } = values;
  const isFilled = [accountName, accountNumber, confirmAccountNumber, ifsc].every((one) => one.trim() !== '');
  return isFilled && accountNumber === confirmAccountNumber && acceptTerms === true;
}

/** Why the account was not linked, first in a sentence and then in its reason. */
function sayRefusal(error: unknown, words: BankWords['link'], reason: string): string {
  const title = isLoggedOut(error) ? words.loggedOut : words.notLinked;
  toast.error(title, isLoggedOut(error) ? undefined : reason);
  return reason;
}

function useLinkForm(onLinked: () => void) {
  const words = useBankWords().link;
  const { language } = useLanguage();
  const client = useQueryClient();
  const [refusal, setRefusal] = useState<string>();
  const linking = useSendOnce({ mutationFn: linkAccount });
  const form = useForm<LinkValues, unknown, Link>({
    resolver: zodResolver(schema),
    mode: 'onTouched',
    shouldFocusError: false,
    defaultValues: {
      accountName: client.getQueryData(meQuery.queryKey)?.profile.fullName ?? '',
      accountNumber: '',
      confirmAccountNumber: '',
      ifsc: '',
      acceptTerms: false,
    },
  });
  const values = useWatch({ control: form.control });
  const lookup = useIfscLookup(values.ifsc ?? '');
  const submit = form.handleSubmit(
    async (body) => {
      if (linking.isSending()) return;
      setRefusal(undefined);
      if (lookup.state === 'invalid') {
        form.setError('ifsc', { message: 'Invalid IFSC code' });
        return;
      }
      try {
        const linked = await linking.mutateAsync(body);
        // Linked is not verified: while the bank is asked, the toast says that too.
        toast.success(words.linked, linked.verification.status === 'pending' ? words.checking : undefined);
        void client.invalidateQueries({ queryKey: keys.bankAccounts });
        onLinked();
      } catch (error) {
        // The answer may have been lost after the account was linked: the list says.
        void client.invalidateQueries({ queryKey: keys.bankAccounts });
        const reason = sayRefusal(error, words, errorText(error, language));
        if (!applyFieldErrors(error, LINK_FIELDS, form.setError)) setRefusal(reason);
      }
    },
    (errors) => {
      setRefusal(undefined);
      if (errors.acceptTerms) toast.error(words.termsToast);
    },
  );
  return {
    form,
    lookup,
    submit,
    refusal,
    canSave: mayBeSaved(values),
    isPending: form.formState.isSubmitting || linking.isPending,
  };
}

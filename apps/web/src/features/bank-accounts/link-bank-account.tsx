import { ACCOUNT_NUMBER_DIGITS_MAX, CONSENTS } from '@mohlat/contract';
import { clsx } from 'clsx';
import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import type { FieldErrors } from 'react-hook-form';
import { summaryOf } from '../../lib/form-errors.ts';
import { useGlossary } from '../../lib/glossary.ts';
import { useLanguage } from '../../lib/i18n.tsx';
import { useOnline } from '../../lib/online.ts';
import { Button, TextLink } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/choice.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorSummary } from '../../ui/error-summary.tsx';
import { TextField, type TextFieldProps } from '../../ui/field.tsx';
import { DigitsField, IfscField } from '../../ui/typed-fields.tsx';
import { useBankWords } from './bank-accounts.words.ts';
import { IfscPanel, type IfscLookup } from './ifsc-lookup.tsx';
import { useLinkForm, type LinkForm, type LinkValues } from './use-link-form.ts';

const FORM_ID = 'link-bank-account';
const idOf = (name: string) => `${FORM_ID}-${name}`;
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
    <Dialog
      isOpen
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      title={words.title}
      closeLabel={glossary.close}
      footer={
        <>
          <Button tone="secondary" onClick={onClose}>
            {glossary.cancel}
          </Button>
          <Button
            type="submit"
            form={FORM_ID}
            disabled={!canSave || !isOnline}
            aria-describedby={canSave ? undefined : idOf('left')}
            isPending={isPending}
            pendingText={words.saving}
          >
            {words.save}
          </Button>
        </>
      }
    >
      <form id={FORM_ID} noValidate className="flex flex-col gap-4" onSubmit={(event) => void submit(event)}>
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
      </form>
    </Dialog>
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
  // The copy is judged anew with the number it repeats, once somebody has been there.
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

/** Digits behind dots until somebody asks to see them; the copy beside it, typed again, is seen. */
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

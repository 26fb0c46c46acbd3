import { ONBOARDING_STEPS } from '@mohlat/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Navigate, useNavigate } from 'react-router';
import { eachOnce } from '../../../lib/form-errors.ts';
import { amountInWords } from '../../../ui/amount-in-words.ts';
import { useGlossary } from '../../../lib/glossary.ts';
import { useLanguage } from '../../../lib/i18n.tsx';
import { keys } from '../../../lib/keys.ts';
import { errorText, ProblemError } from '../../../lib/problem.ts';
import { meQuery } from '../../../lib/queries.ts';
import { useStep } from '../../../lib/step.ts';
import { Button, LinkButton } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { ErrorSummary } from '../../../ui/error-summary.tsx';
import { useHeadingTitle } from '../../../ui/error-title.ts';
import { TextAreaField, TextField } from '../../../ui/field.tsx';
import { Progress } from '../../../ui/progress.tsx';
import { toast } from '../../../ui/toast.tsx';
import { MoneyField, PanField } from '../../../ui/typed-fields.tsx';
import { saveOnboarding } from '../me.data.ts';
import { useMeWords } from '../me.words.ts';
import {
  lacksPinCode,
  checkStep,
  EMPTY_ONBOARDING,
  FIELD_OF_PATH,
  forgetOnboarding,
  keepOnboarding,
  onboardingBodyOf,
  readOnboarding,
  stepOfField,
  type OnboardingErrors,
  type OnboardingValues,
} from './onboarding-form.ts';
import { to } from '../../../lib/addresses.ts';
import { useSendOnce } from '../../../lib/send-once.ts';

/** The field errors of a refused save, under the names of this form. */
function serverErrors(error: unknown): OnboardingErrors {
  const found: OnboardingErrors = {};
  if (!(error instanceof ProblemError)) return found;
  for (const { path, message } of error.fieldErrors) {
    const field = FIELD_OF_PATH[path];
    if (field !== undefined) found[field] = message;
  }
  return found;
}

function useOnboardingForm() {
  const words = useMeWords().onboarding;
  const { language } = useLanguage();
  const client = useQueryClient();
  const navigate = useNavigate();
  const { step, goTo, headingRef } = useStep(ONBOARDING_STEPS);
  useHeadingTitle(headingRef);
  const [values, setValues] = useState<OnboardingValues>(() => ({
    ...EMPTY_ONBOARDING,
    ...readOnboarding(),
  }));
  const [errors, setErrors] = useState<OnboardingErrors>({});
  const [refusal, setRefusal] = useState<string>();
  const [attempt, setAttempt] = useState(0);
  const save = useSendOnce({
    mutationFn: saveOnboarding,
    onSuccess: (me) => {
      forgetOnboarding();
      client.setQueryData(keys.me, me);
      toast.success(words.done, words.doneText);
      void navigate(to('/dashboard'), { replace: true });
    },
    onError: (error) => {
      const fields = serverErrors(error);
      const first = (Object.keys(fields) as (keyof OnboardingValues)[])[0];
      setErrors(fields);
      setRefusal(first === undefined ? errorText(error, language) : undefined);
      if (first !== undefined && stepOfField(first) !== step) goTo(stepOfField(first));
    },
  });
  const change = (field: keyof OnboardingValues, value: string) => {
    const next = { ...values, [field]: value };
    setValues(next);
    keepOnboarding(next);
    if (errors[field] !== undefined) {
      const { [field]: _cleared, ...rest } = errors;
      setErrors({ ...rest, ...pick(checkStep(stepOfField(field), next, words).errors, field) });
    }
  };
  const submit = () => {
    setRefusal(undefined);
    setAttempt(attempt + 1);
    // Coming straight to a later step by its address must not skip an earlier one.
    for (let at = 1; at <= step; at += 1) {
      const found = checkStep(at, values, words);
      setErrors(found.errors);
      if (Object.keys(found.errors).length === 0) continue;
      if (found.isMissing) toast.error(words.missing, words.missingText);
      if (at !== step) goTo(at);
      return;
    }
    toast.dismissAll();
    if (step < ONBOARDING_STEPS) goTo(step + 1);
    else save.mutate(onboardingBodyOf(values));
  };
  const fieldOf = (name: keyof OnboardingValues) => ({
    id: name,
    name,
    value: values[name],
    error: errors[name],
    onChange: (event: { readonly currentTarget: { readonly value: string } }) =>
      change(name, event.currentTarget.value),
  });
  return { words, step, goTo, headingRef, errors, refusal, attempt, save, fieldOf, submit };
}

function pick(errors: OnboardingErrors, field: keyof OnboardingValues): OnboardingErrors {
  const error = errors[field];
  return error === undefined ? {} : { [field]: error };
}

/** Three steps; what is typed stays in this tab, so that leaving loses nothing. */
export function Component() {
  const form = useOnboardingForm();
  const glossary = useGlossary();
  const { data: me } = useQuery(meQuery);
  const { words, step } = form;
  if (me?.onboardingComplete && !form.save.isPending) return <Navigate to={to('/dashboard')} replace />;
  return (
    <div className="grid gap-12 lg:grid-cols-2 lg:gap-16">
      <div className="flex w-full max-w-form flex-col gap-6">
        <Progress
          label={glossary.step(step, ONBOARDING_STEPS)}
          value={step}
          max={ONBOARDING_STEPS}
          aside={step === ONBOARDING_STEPS ? words.almostDone : undefined}
        />
        <header>
          <p className="text-small text-ink-3">{words.title}</p>
          <h1 ref={form.headingRef} tabIndex={-1} className="text-title font-semibold">
            {words.steps[step - 1]}
          </h1>
          <p className="mt-1 text-ink-2">{words.intros[step - 1]}</p>
        </header>
        <StepForm form={form} />
      </div>
      <aside aria-label={words.whyTitle} className="max-w-form lg:pt-16">
        <Card title={words.whyTitle}>
          <ul className="flex flex-col gap-4">
            {words.why.map((reason) => (
              <li key={reason.title}>
                <p className="font-semibold">{reason.title}</p>
                <p className="text-small text-ink-2">{reason.text}</p>
              </li>
            ))}
          </ul>
        </Card>
      </aside>
    </div>
  );
}

function StepForm({ form }: { readonly form: ReturnType<typeof useOnboardingForm> }) {
  const glossary = useGlossary();
  const { words, step, errors, refusal } = form;
  const summary = eachOnce([
    ...(refusal === undefined ? [] : [{ message: refusal }]),
    ...Object.entries(errors).map(([field, message]) => ({
      fieldId: field,
      message: message === words.fieldMissing[field as keyof OnboardingValues] ? words.missingText : message,
    })),
  ]);
  return (
    <form
      noValidate
      className="flex flex-col gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        form.submit();
      }}
    >
      <ErrorSummary
        title={refusal === undefined ? glossary.thereIsAProblem : words.failed}
        errors={summary}
        attempt={form.attempt}
      />
      {step === 1 ? <BasicFields fieldOf={form.fieldOf} /> : null}
      {step === 2 ? <PersonalFields fieldOf={form.fieldOf} /> : null}
      {step === 3 ? <FinancialFields fieldOf={form.fieldOf} /> : null}
      {/* The way on comes first for the thumb; beside each other from 768 px. */}
      <div className="mt-2 flex flex-col-reverse gap-3 md:flex-row md:justify-between">
        {step === 1 ? (
          <LinkButton to="/" isPlain tone="secondary">
            {words.backToHome}
          </LinkButton>
        ) : (
          <Button tone="secondary" onClick={() => form.goTo(step - 1)}>
            {words.previous}
          </Button>
        )}
        <Button type="submit" isPending={form.save.isPending} pendingText={words.completing}>
          {step === ONBOARDING_STEPS ? words.complete : words.next}
        </Button>
      </div>
      <p className="text-small text-ink-3">{words.kept}</p>
    </form>
  );
}

interface FieldsProps {
  readonly fieldOf: ReturnType<typeof useOnboardingForm>['fieldOf'];
}

function BasicFields({ fieldOf }: FieldsProps) {
  const words = useMeWords().onboarding;
  return (
    <>
      <TextField autoComplete="name" label={words.fullName} hint={words.fullNameHint} {...fieldOf('name')} />
      <PanField
        label={words.pan}
        placeholder={words.panPlaceholder}
        hint={words.panNote}
        {...fieldOf('pan')}
      />
    </>
  );
}

function PersonalFields({ fieldOf }: FieldsProps) {
  const words = useMeWords().onboarding;
  const address = fieldOf('address');
  return (
    <>
      <TextField
        type="date"
        autoComplete="bday"
        label={words.dateOfBirth}
        hint={words.dateOfBirthHint}
        {...fieldOf('dob')}
      />
      <TextAreaField
        rows={3}
        autoComplete="street-address"
        label={words.address}
        hint={lacksPinCode(address.value) ? words.noPinCode : words.addressHint}
        {...address}
      />
    </>
  );
}

function FinancialFields({ fieldOf }: FieldsProps) {
  const words = useMeWords().onboarding;
  const { language } = useLanguage();
  return (
    <MoneyField
      isWrongKept
      autoComplete="off"
      label={words.income}
      hint={words.incomeHint}
      inWords={(paise) => amountInWords(paise, language)}
      {...fieldOf('income')}
    />
  );
}

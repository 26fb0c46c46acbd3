import { amountInWords } from '../../lib/format.ts';
import { useLanguage } from '../../lib/i18n.tsx';
import { TextAreaField, TextField } from '../../ui/field.tsx';
import { MoneyField, PanField } from '../../ui/typed-fields.tsx';
import { useMeWords } from './me.words.ts';
import type { OnboardingErrors, OnboardingValues } from './onboarding-form.ts';

interface FieldsProps {
  readonly values: OnboardingValues;
  readonly errors: OnboardingErrors;
  readonly onChange: (field: keyof OnboardingValues, value: string) => void;
}

export function BasicFields({ values, errors, onChange }: FieldsProps) {
  const words = useMeWords().onboarding;
  return (
    <>
      <TextField
        id="name"
        name="name"
        autoComplete="name"
        label={words.fullName}
        hint={words.fullNameHint}
        value={values.name}
        error={errors.name}
        onChange={(event) => onChange('name', event.currentTarget.value)}
      />
      <PanField
        id="pan"
        name="pan"
        label={words.pan}
        placeholder={words.panPlaceholder}
        hint={words.panNote}
        value={values.pan}
        error={errors.pan}
        onChange={(event) => onChange('pan', event.currentTarget.value)}
      />
    </>
  );
}

export function PersonalFields({ values, errors, onChange }: FieldsProps) {
  const words = useMeWords().onboarding;
  return (
    <>
      <TextField
        id="dob"
        name="dob"
        type="date"
        autoComplete="bday"
        label={words.dateOfBirth}
        hint={words.dateOfBirthHint}
        value={values.dob}
        error={errors.dob}
        onChange={(event) => onChange('dob', event.currentTarget.value)}
      />
      <TextAreaField
        id="address"
        name="address"
        rows={3}
        autoComplete="street-address"
        label={words.address}
        hint={words.addressHint}
        value={values.address}
        error={errors.address}
        onChange={(event) => onChange('address', event.currentTarget.value)}
      />
    </>
  );
}

export function FinancialFields({ values, errors, onChange }: FieldsProps) {
  const words = useMeWords().onboarding;
  const { language } = useLanguage();
  return (
    <MoneyField
      id="income"
      name="income"
      autoComplete="off"
      label={words.income}
      hint={words.incomeHint}
      inWords={(paise) => amountInWords(paise, language)}
      value={values.income}
      error={errors.income}
      onChange={(event) => onChange('income', event.currentTarget.value)}
    />
  );
}

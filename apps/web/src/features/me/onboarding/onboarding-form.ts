import type { SentOf, putOnboarding } from '@mohlat/contract';
import { ageInYears, isIsoDate, isPanShape, pinCodeIn } from '@mohlat/money';
import { parseRupees, today } from '../../../lib/format.ts';
import type { MeWords } from '../me.words.ts';

export interface OnboardingValues {
  readonly name: string;
  readonly pan: string;
  readonly dob: string;
  readonly address: string;
  /** Rupees as typed, grouped. */
  readonly income: string;
}

export const EMPTY_ONBOARDING: OnboardingValues = { name: '', pan: '', dob: '', address: '', income: '' };

/** The specification's name for it; this tab only, gone with the log-out. */
const STORAGE_KEY = 'signupUserData';
const AGE_MIN = 18;

const FIELDS_OF_STEP: readonly (readonly (keyof OnboardingValues)[])[] = [
  ['name', 'pan'],
  ['dob', 'address'],
  ['income'],
];

export type OnboardingErrors = Partial<Record<keyof OnboardingValues, string>>;

export function readOnboarding(): Partial<OnboardingValues> {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? '{}');
    return typeof stored === 'object' && stored !== null ? stored : {};
  } catch {
    return {};
  }
}

export function keepOnboarding(values: OnboardingValues): void {
  sessionStorage.setItem(STORAGE_KEY, JSON.stringify(values));
}

export function forgetOnboarding(): void {
  sessionStorage.removeItem(STORAGE_KEY);
}

function errorOf(
  field: keyof OnboardingValues,
  value: string,
  words: MeWords['onboarding'],
): string | undefined {
  switch (field) {
    case 'name':
      return value.trim().length < 2 ? words.nameShort : undefined;
    case 'pan': {
      if (isPanShape(value)) return undefined;
      return value.length < 10 ? words.panLength : words.panShape;
    }
    case 'dob':
      if (!isIsoDate(value)) return words.badDate;
      return ageInYears(value, today()) < AGE_MIN ? words.underAge : undefined;
    case 'income':
      return parseRupees(value) === undefined ? words.badIncome : undefined;
    case 'address':
      return undefined;
  }
}

/** Finds the errors that keep the person on a step. `isMissing`: a field is empty, which has a sentence of its own. */
export function checkStep(
  step: number,
  values: OnboardingValues,
  words: MeWords['onboarding'],
): { readonly isMissing: boolean; readonly errors: OnboardingErrors } {
  const errors: OnboardingErrors = {};
  let isMissing = false;
  for (const field of FIELDS_OF_STEP[step - 1] ?? []) {
    const value = values[field];
    if (value.trim() === '') isMissing = true;
    const error = value.trim() === '' ? words.fieldMissing[field] : errorOf(field, value, words);
    if (error !== undefined) errors[field] = error;
  }
  return { isMissing, errors };
}

/** Body of the endpoint; call it only with values that passed every step. */
export function onboardingBodyOf(values: OnboardingValues): SentOf<typeof putOnboarding, 'body'> {
  return {
    fullName: values.name.trim(),
    pan: values.pan,
    dateOfBirth: values.dob,
    address: values.address.trim(),
    monthlyIncomePaise: parseRupees(values.income) ?? 0,
  };
}

/** The step and field of an error the server reports by its own name. */
export const FIELD_OF_PATH: Readonly<Record<string, keyof OnboardingValues>> = {
  fullName: 'name',
  pan: 'pan',
  dateOfBirth: 'dob',
  address: 'address',
  monthlyIncomePaise: 'income',
};

export function stepOfField(field: keyof OnboardingValues): number {
  return FIELDS_OF_STEP.findIndex((fields) => fields.includes(field)) + 1;
}

/** True of an address without a PIN code. It is accepted, and a credit bureau may ask for one, so a hint says so early. */
export function lacksPinCode(address: string): boolean {
  return address.trim() !== '' && pinCodeIn(address) === undefined;
}

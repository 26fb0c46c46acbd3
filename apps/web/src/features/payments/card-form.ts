import type { BodyOf, CardBank, createCard } from '@mohlat/contract';

export interface CardFormValues {
  readonly cardNumber: string;
  readonly nameOnCard: string;
  readonly expiry: string;
  readonly cvv: string;
  readonly bankName: CardBank | '';
  readonly isSaved: boolean;
}

export const EMPTY_CARD: CardFormValues = {
  cardNumber: '',
  nameOnCard: '',
  expiry: '',
  cvv: '',
  bankName: '',
  isSaved: false,
};

export const CARD_FIELDS = ['cardNumber', 'nameOnCard', 'expiry', 'bankName'] as const;

/**
 * Rule: SPEC-5 card form. Written out instead of taken from the schema library, which would weigh more than the whole
 * wizard; the server says the same and more. The security code is checked here and goes no further.
 */
export const CARD_RULES: Record<Exclude<keyof CardFormValues, 'isSaved'>, (value: string) => boolean> = {
  cardNumber: (value) => /^\d{15,16}$/.test(value.replace(/\s/g, '')),
  nameOnCard: (value) => value.trim() !== '',
  expiry: (value) => /^\d{2}\/\d{2}$/.test(value),
  cvv: (value) => /^\d{3,4}$/.test(value),
  bankName: (value) => value !== '',
};

/** What is sent; there is no place in it for the security code. Call it only with values that passed the rules. */
export function cardBodyOf(
  values: CardFormValues & { readonly bankName: CardBank },
): BodyOf<typeof createCard> {
  return {
    cardNumber: values.cardNumber.replace(/\s/g, ''),
    nameOnCard: values.nameOnCard.trim(),
    expiry: values.expiry,
    bankName: values.bankName,
    save: values.isSaved,
  };
}

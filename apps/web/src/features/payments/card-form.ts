import type { SentOf, CardBank, createCard } from '@mohlat/contract';
import { isCardNumber } from '@mohlat/money';

const NICKNAME_DIGITS_MAX = 4;

export interface CardFormValues {
  readonly cardNumber: string;
  readonly nameOnCard: string;
  readonly expiry: string;
  readonly cvv: string;
  readonly bankName: CardBank | '';
  readonly isSaved: boolean;
  /** Asked for only when the card is kept. */
  readonly nickname: string;
}

export const EMPTY_CARD: CardFormValues = {
  cardNumber: '',
  nameOnCard: '',
  expiry: '',
  cvv: '',
  bankName: '',
  isSaved: false,
  nickname: '',
};

export const CARD_FIELDS = ['cardNumber', 'nameOnCard', 'expiry', 'bankName', 'nickname'] as const;

/**
 * Rule: SPEC-5 card form. Written out instead of taken from the schema library, which would weigh more than the whole
 * wizard; the server says the same and more. The security code is checked here and goes no further.
 */
export const CARD_RULES: Record<
  Exclude<keyof CardFormValues, 'isSaved' | 'nickname'>,
  (value: string) => boolean
> = {
  cardNumber: (value) => /^\d{15,16}$/.test(cardDigits(value)),
  nameOnCard: (value) => value.trim() !== '',
  expiry: (value) => /^(0[1-9]|1[0-2])\/\d{2}$/.test(value),
  cvv: (value) => /^\d{3,4}$/.test(value),
  bankName: (value) => value !== '',
};

export const cardDigits = (typed: string) => typed.replace(/\s/g, '');

/** Beyond what is missing: a slip in the number, or a card whose month is over. `today` is a business date. */
export const CARD_CHECKS = {
  cardNumber: (value: string) => isCardNumber(cardDigits(value)),
  expiry: (value: string, today: string) => {
    const [month = '', year = ''] = value.split('/');
    return `20${year}-${month}` >= today.slice(0, 7);
  },
  nickname: (value: string) => (value.match(/\p{Nd}/gu)?.length ?? 0) <= NICKNAME_DIGITS_MAX,
} as const;

/** What is sent; there is no place in it for the security code. Call it only with values that passed the rules. */
export function cardBodyOf(
  values: CardFormValues & { readonly bankName: CardBank },
): SentOf<typeof createCard, 'body'> {
  return {
    cardNumber: cardDigits(values.cardNumber),
    nameOnCard: values.nameOnCard.trim(),
    expiry: values.expiry,
    bankName: values.bankName,
    save: values.isSaved,
    ...(values.isSaved && values.nickname.trim() !== '' ? { nickname: values.nickname.trim() } : {}),
  };
}

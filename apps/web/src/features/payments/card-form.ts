import { CARD_BANKS, type BodyOf, type createCard } from '@mohlat/contract';
import { z } from 'zod';

/**
 * Rule: SPEC-5 card form. The security code is checked here and goes no further: `cardBodyOf` has no place for it.
 */
export function cardSchema(required: string) {
  return z.object({
    cardNumber: z.string().refine((value) => /^\d{15,16}$/.test(value.replace(/\s/g, '')), required),
    nameOnCard: z.string().trim().min(1, required),
    expiry: z.string().regex(/^\d{2}\/\d{2}$/, required),
    cvv: z.string().min(3, required).max(4, required),
    bankName: z.enum(CARD_BANKS, required),
    isSaved: z.boolean(),
  });
}
export type CardFormInput = z.input<ReturnType<typeof cardSchema>>;
export type CardFormValues = z.output<ReturnType<typeof cardSchema>>;

export const CARD_FIELDS = ['cardNumber', 'nameOnCard', 'expiry', 'bankName'] as const;

export function cardBodyOf(values: CardFormValues): BodyOf<typeof createCard> {
  return {
    cardNumber: values.cardNumber.replace(/\s/g, ''),
    nameOnCard: values.nameOnCard,
    expiry: values.expiry,
    bankName: values.bankName,
    save: values.isSaved,
  };
}

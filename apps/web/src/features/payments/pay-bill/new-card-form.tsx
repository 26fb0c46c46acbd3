import {
  CARD_BANKS,
  cardBank,
  type CardBank,
  type createCard,
  type Card as SavedCard,
  type SentOf,
} from '@mohlat/contract';
import { cardNetwork, isCardNumber } from '@mohlat/money';
import { useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useForm, type FieldErrors, type UseFormReturn } from 'react-hook-form';
import { applyFieldErrors, eachOnce, summaryOf } from '../../../lib/form-errors.ts';
import { networkName, today } from '../../../lib/format.ts';
import { useGlossary } from '../../../lib/glossary.ts';
import { useLanguage } from '../../../lib/i18n.tsx';
import { keys } from '../../../lib/keys.ts';
import { errorText, isLoggedOut } from '../../../lib/problem.ts';
import { useSendOnce } from '../../../lib/send-once.ts';
import { Checkbox } from '../../../ui/choice.tsx';
import { ErrorSummary } from '../../../ui/error-summary.tsx';
import { TextField } from '../../../ui/field.tsx';
import { Select } from '../../../ui/select.tsx';
import { toast } from '../../../ui/toast.tsx';
import { CardNumberField, DigitsField, ExpiryField } from '../../../ui/typed-fields.tsx';
import { takeCard } from '../payments.data.ts';
import { usePaymentsWords } from '../payments.words.ts';

interface NewCardFormProps {
  readonly buttons: (isPending: boolean) => ReactNode;
  readonly onCreated: (card: SavedCard, isSaved: boolean) => void;
}

type CardForm = UseFormReturn<CardFormValues>;

const idOf = (name: string) => `card-${name}`;

/** Merges all empty fields into one sentence that links to the first of them. The server's words stay as they are. */
function cardSummary(errors: FieldErrors<CardFormValues>, required: string) {
  return eachOnce(
    summaryOf(errors, idOf).map((item) => {
      const isMissing = Object.entries(errors).some(
        ([name, error]) => idOf(name) === item.fieldId && error.type === 'present',
      );
      return isMissing ? { ...item, message: required } : item;
    }),
  );
}

function useCardForm(onCreated: NewCardFormProps['onCreated']) {
  const words = usePaymentsWords().card;
  const { language } = useLanguage();
  const client = useQueryClient();
  const [refusal, setRefusal] = useState<string>();
  const form: CardForm = useForm<CardFormValues>({ defaultValues: EMPTY_CARD, shouldFocusError: false });
  const create = useSendOnce({ mutationFn: takeCard });
  const submit = form.handleSubmit(
    async ({ bankName, ...values }) => {
      setRefusal(undefined);
      if (bankName === '' || create.isSending()) return;
      try {
        const { card, isSaved, isRefused } = await create.mutateAsync(cardBodyOf({ ...values, bankName }));
        toast.dismissAll();
        if (isSaved) toast.success(words.savedTitle, words.savedText);
        if (isRefused) toast.error(words.saveFailed, words.tooManyText);
        void client.invalidateQueries({ queryKey: keys.cards });
        onCreated(card, isSaved);
      } catch (error) {
        const sentence = isLoggedOut(error) ? words.loggedOut : errorText(error, language);
        toast.error(words.saveFailed, sentence);
        if (!applyFieldErrors(error, CARD_FIELDS, form.setError)) setRefusal(sentence);
      }
    },
    (errors) => {
      if (Object.values(errors).some((error) => error.type === 'present')) toast.error(words.required);
    },
  );
  return { form, refusal, submit, isPending: create.isPending };
}

/** A card by hand. Its number is sent once, to find the bill; the security code never leaves this form. */
export function NewCardForm({ buttons, onCreated }: NewCardFormProps) {
  const words = usePaymentsWords().card;
  const glossary = useGlossary();
  const { form, refusal, submit, isPending } = useCardForm(onCreated);
  const { errors, submitCount } = form.formState;
  const refused = refusal === undefined ? [] : [{ message: refusal }];
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      <ErrorSummary
        title={refusal === undefined ? glossary.thereIsAProblem : words.saveFailed}
        errors={[...refused, ...cardSummary(errors, words.required)]}
        attempt={submitCount}
      />
      <CardFields form={form} />
      {buttons(isPending)}
    </form>
  );
}

/**
 * Fills in the bank that the first digits name, and takes it back when they change; a bank the person chose stays.
 * Answers whether the bank that stands there was filled in.
 */
function useRecognisedBank(form: CardForm) {
  const [filled, setFilled] = useState<CardBank>();
  const read = (typed: string) => {
    const bank = cardBank(cardDigits(typed));
    const present = form.getValues('bankName');
    if (bank === filled || (present !== '' && present !== filled)) return;
    form.setValue('bankName', bank ?? '', { shouldValidate: form.formState.isSubmitted });
    setFilled(bank);
  };
  return { read, isFilled: (bank: string) => bank !== '' && bank === filled };
}

function CardFields({ form }: { readonly form: CardForm }) {
  const words = usePaymentsWords().card;
  const { register } = form;
  const { errors } = form.formState;
  const recognised = useRecognisedBank(form);
  const [number, bankName, isSaved] = form.watch(['cardNumber', 'bankName', 'isSaved']);
  const network = cardNetwork(cardDigits(number));
  const present = (name: keyof typeof CARD_RULES) => (value: string) =>
    CARD_RULES[name](value) || words.missing[name];
  return (
    <>
      <CardNumberField
        id={idOf('cardNumber')}
        label={words.number}
        aside={<span role="status">{network === undefined ? '' : networkName(network)}</span>}
        hint={words.numberHint}
        error={errors.cardNumber?.message}
        {...register('cardNumber', {
          validate: {
            present: present('cardNumber'),
            right: (value) => CARD_CHECKS.cardNumber(value) || words.wrong.cardNumber,
          },
          onChange: () => recognised.read(form.getValues('cardNumber')),
        })}
      />
      <div className="flex flex-wrap items-start gap-4 *:min-w-0 *:grow *:basis-32">
        <ExpiryField
          id={idOf('expiry')}
          label={words.expiry}
          placeholder={words.expiryPlaceholder}
          error={errors.expiry?.message}
          {...register('expiry', {
            validate: {
              present: present('expiry'),
              right: (value) => CARD_CHECKS.expiry(value, today()) || words.wrong.expiry,
            },
          })}
        />
        <DigitsField
          id={idOf('cvv')}
          type="password"
          autoComplete="cc-csc"
          maxDigits={4}
          label={words.cvv}
          hint={words.cvvHint}
          error={errors.cvv?.message}
          {...register('cvv', { validate: { present: present('cvv') } })}
        />
      </div>
      <TextField
        id={idOf('nameOnCard')}
        autoComplete="cc-name"
        label={words.name}
        error={errors.nameOnCard?.message}
        {...register('nameOnCard', { validate: { present: present('nameOnCard') } })}
      />
      <Select
        id={idOf('bankName')}
        label={words.bank}
        emptyLabel={words.chooseBank}
        options={CARD_BANKS.map((bank) => ({ value: bank, label: bank }))}
        hint={recognised.isFilled(bankName) ? words.recognised : undefined}
        error={errors.bankName?.message}
        {...register('bankName', { validate: { present: present('bankName') } })}
      />
      <Checkbox label={words.save} hint={words.saveHint} {...register('isSaved')} />
      {isSaved ? <NicknameField form={form} /> : null}
    </>
  );
}

function NicknameField({ form }: { readonly form: CardForm }) {
  const words = usePaymentsWords().card;
  const glossary = useGlossary();
  return (
    <TextField
      id={idOf('nickname')}
      maxLength={40}
      autoComplete="off"
      label={words.nickname}
      aside={glossary.optional}
      hint={words.nicknameHint}
      error={form.formState.errors.nickname?.message}
      {...form.register('nickname', {
        validate: { right: (value) => CARD_CHECKS.nickname(value) || words.wrong.nickname },
      })}
    />
  );
}

const NICKNAME_DIGITS_MAX = 4;

interface CardFormValues {
  readonly cardNumber: string;
  readonly nameOnCard: string;
  readonly expiry: string;
  readonly cvv: string;
  readonly bankName: CardBank | '';
  readonly isSaved: boolean;
  /** Asked for only when the card is kept. */
  readonly nickname: string;
}

const EMPTY_CARD: CardFormValues = {
  cardNumber: '',
  nameOnCard: '',
  expiry: '',
  cvv: '',
  bankName: '',
  isSaved: false,
  nickname: '',
};

const CARD_FIELDS = ['cardNumber', 'nameOnCard', 'expiry', 'bankName', 'nickname'] as const;

/**
 * Rule: SPEC-5 card form. Written out instead of taken from the schema library, which would weigh more than the whole
 * wizard; the server says the same and more. The security code is checked here and goes no further.
 */
const CARD_RULES: Record<
  Exclude<keyof CardFormValues, 'isSaved' | 'nickname'>,
  (value: string) => boolean
> = {
  cardNumber: (value) => /^\d{15,16}$/.test(cardDigits(value)),
  nameOnCard: (value) => value.trim() !== '',
  expiry: (value) => /^(0[1-9]|1[0-2])\/\d{2}$/.test(value),
  cvv: (value) => /^\d{3,4}$/.test(value),
  bankName: (value) => value !== '',
};

const cardDigits = (typed: string) => typed.replace(/\s/g, '');

/** Beyond what is missing: a slip in the number, or a card whose month is over. `today` is a business date. */
const CARD_CHECKS = {
  cardNumber: (value: string) => isCardNumber(cardDigits(value)),
  expiry: (value: string, today: string) => {
    const [month = '', year = ''] = value.split('/');
    return `20${year}-${month}` >= today.slice(0, 7);
  },
  nickname: (value: string) => (value.match(/\p{Nd}/gu)?.length ?? 0) <= NICKNAME_DIGITS_MAX,
} as const;

/** Builds the request body, which has no field for the security code. The values must have passed the rules. */
function cardBodyOf(
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

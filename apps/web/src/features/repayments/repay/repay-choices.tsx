import type { Payment } from '@mohlat/contract';
import { dueSums } from '../../../lib/due-sums.ts';
import { formatRupees } from '../../../lib/format.ts';
import { RadioCards, type RadioOption } from '../../../ui/radio-cards.tsx';
import { Money } from '../../../ui/money.tsx';
import { usePlanDates } from '../plan-dates.ts';
import { useRepaymentsWords } from '../repayments.words.ts';
import type { RepayChoice, sumsOf } from './repay-choice.ts';

type RepayWords = ReturnType<typeof useRepaymentsWords>['repay'];

interface ChoicesProps {
  readonly payment: Payment;
  readonly choice: RepayChoice;
  readonly sums: ReturnType<typeof sumsOf>;
  /** Undefined when there is nothing beyond the other sums. */
  readonly allPaise: number | undefined;
  /** The sum that closes the plan is still on its way. */
  readonly isPricing: boolean;
  /** The last day of the closing sum; undefined while it is not known. */
  readonly closesUntil: string | undefined;
  /** Interest of days to come, which the closing sum leaves out; paise. */
  readonly savingPaise: number;
  /** The last instalment would cost more than closing, so it is not offered. */
  readonly isDearer: boolean;
  readonly onChoose: (choice: RepayChoice) => void;
}

/** The sums on offer, one of them chosen. */
export function Choices(props: ChoicesProps) {
  const { payment, choice, sums, allPaise, isPricing, closesUntil, savingPaise, isDearer, onChoose } = props;
  const words = useRepaymentsWords().repay;
  const write = usePlanDates(payment);
  const { nextDue } = payment;
  const { chargesPaise, count } = dueSums(payment);
  const charges = formatRupees(chargesPaise);
  const amount = (paise: number) => <Money paise={paise} className="font-semibold" />;
  const options: RadioOption<RepayChoice>[] = [
    ...agreedOption(payment, write, words),
    ...(sums.charges === undefined
      ? []
      : [
          {
            value: 'charges' as const,
            title: words.charges,
            note: nextDue === null ? undefined : words.chargesNote,
            aside: amount(sums.charges),
          },
        ]),
    ...(sums.both === undefined
      ? []
      : [
          {
            value: 'both' as const,
            title: words.both(count),
            note: words.bothNote(charges),
            aside: amount(sums.both),
          },
        ]),
    ...(nextDue === null || sums.next === undefined
      ? []
      : [
          {
            value: 'next' as const,
            title: words.next,
            note: words.nextDue(write(nextDue.dueDate)),
            aside: amount(sums.next),
          },
        ]),
    ...(allPaise === undefined
      ? []
      : [
          {
            value: 'all' as const,
            title: words.all,
            note: allNote(payment, {
              allPaise,
              isPriced: closesUntil !== undefined,
              savingPaise,
              instalment: isDearer ? nextDue : null,
              words,
            }),
            aside: isPricing ? undefined : amount(allPaise),
          },
        ]),
    { value: 'other', title: words.other, note: words.otherNote },
  ];
  return (
    <RadioCards
      legend={words.legend}
      name="repay"
      options={options}
      value={choice}
      onValueChange={onChoose}
    />
  );
}

/** The lower sum that ends the loan, where one is agreed. */
function agreedOption(
  { settlement }: Payment,
  write: (date: string) => string,
  words: RepayWords,
): RadioOption<RepayChoice>[] {
  if (settlement === null) return [];
  const { restPaise, payBy } = settlement;
  const aside = <Money paise={restPaise} className="font-semibold" />;
  return [{ value: 'agreed', title: words.agreed, note: words.agreedNote(write(payBy)), aside }];
}

interface Closing {
  readonly allPaise: number;
  /** The sum is known. It is of today: after midnight it is worked out again. */
  readonly isPriced: boolean;
  readonly savingPaise: number;
  /** The last instalment, where it would cost more than closing. */
  readonly instalment: Payment['nextDue'];
  readonly words: RepayWords;
}

/**
 * In few words, since the choices stand below each other on a phone. While a payment can still be cancelled for less, the user is
 * told before they close it for more. Rule: LEND-8
 */
function allNote({ cancel }: Payment, closing: Closing): string {
  const { allPaise, isPriced, savingPaise, instalment, words } = closing;
  const saving = formatRupees(savingPaise);
  const closes = !isPriced
    ? words.allNote
    : savingPaise === 0 || instalment !== null
      ? words.allToday
      : words.allSaving(saving);
  return [
    closes,
    instalment !== null && savingPaise > 0
      ? words.earlyLess(saving, formatRupees(instalment.amountPaise))
      : undefined,
    cancel !== null && cancel.amountPaise < allPaise
      ? words.allDearer(formatRupees(cancel.amountPaise))
      : undefined,
  ]
    .filter(Boolean)
    .join(' ');
}

import type { Quote } from '@mohlat/contract';
import { Checkbox } from '../../../ui/choice.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { usePaymentsWords } from '../payments.words.ts';

export const BILL_NAME_ID = 'bill-of-another';

/** The name of another person on the bill, as the bank tells it. Rule: PAY-21. */
export function nameOfAnother(quote: Quote): string | undefined {
  return quote.warnings?.find((warning) => warning.code === 'bill_of_another')?.nameOnBill;
}

interface BillNameQuestionProps {
  readonly name: string;
  readonly isAnswered: boolean;
  readonly onAnswer: (isAnswered: boolean) => void;
  /** Set once the user went on without an answer. */
  readonly error: string | undefined;
}

/** Asks whether this bill is meant: the loan is the person's own, even where it pays another person's card. */
export function BillNameQuestion({ name, isAnswered, onAnswer, error }: BillNameQuestionProps) {
  const words = usePaymentsWords().confirm.another;
  return (
    <div className="flex flex-col gap-2">
      <Notice tone="due" title={words.title(name)}>
        {words.text}
      </Notice>
      <Checkbox
        id={BILL_NAME_ID}
        label={words.yes(name)}
        error={error}
        checked={isAnswered}
        onChange={(event) => onAnswer(event.currentTarget.checked)}
      />
    </div>
  );
}

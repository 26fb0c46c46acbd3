import { type Bill, FIRST_DATE, LAST_DATE } from '@mohlat/contract';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useEffect, useState, type ReactNode } from 'react';
import { CardChip } from '../../../lib/card-face.tsx';
import { cardLabel, dateWriter, formatRupees, parseRupees } from '../../../lib/format.ts';
import { useGlossary } from '../../../lib/glossary.ts';
import { useLanguage } from '../../../lib/i18n.tsx';
import { isOfCard } from '../../../lib/paid-of-bill.ts';
import { allPaymentsQuery, billQuery } from '../../../lib/queries.ts';
import { amountInWords } from '../../../ui/amount-in-words.ts';
import { Button, TextButton } from '../../../ui/button.tsx';
import { FactList } from '../../../ui/card.tsx';
import { RadioCards } from '../../../ui/radio-cards.tsx';
import { ErrorSummary } from '../../../ui/error-summary.tsx';
import { TextField } from '../../../ui/field.tsx';
import { Money } from '../../../ui/money.tsx';
import { toast } from '../../../ui/toast.tsx';
import { MoneyField } from '../../../ui/typed-fields.tsx';
import { usePressed } from '../../../ui/use-pressed.ts';
import { aboveDue, breaksExactness, choicesOf, sumOf } from './amount-rules.ts';
import { BillLine, PaidNotice } from './bill-line.tsx';
import { CostPreview } from './cost-preview.tsx';
import { OwnMoneyNotice, useDearCost } from './own-money-notice.tsx';
import { LateBillLine } from './late-bill.tsx';
import {
  AMOUNT_ID,
  amountText,
  DATE_FIELDS,
  hasGoodDates,
  isGoodDate,
  payableAmount,
  withTyped,
  type AmountChoice,
  type PayDraft,
  type PickedCard,
} from './pay-draft.ts';
import { usePaymentsWords } from '../payments.words.ts';

interface AmountStepProps {
  readonly card: ChosenCard;
  readonly draft: PayDraft;
  readonly availablePaise: number;
  /** The bill came while the person types: it waits for a press. */
  readonly isBillOffered: boolean;
  readonly onTakeBill: () => void;
  readonly onChange: (draft: PayDraft) => void;
  readonly onContinue: () => void;
  /** Leaves the wizard: the bill is paid elsewhere. */
  readonly onOwnMoney: () => void;
}

const CHOICE_ID = 'amount-choice';

/** The inline sentence of an amount that cannot be paid; undefined while it may still become one. */
function useAmountError(draft: PayDraft, bill: Bill | undefined, availablePaise: number): string | undefined {
  const words = usePaymentsWords().amount;
  const paise = parseRupees(draft.amount);
  if (paise === undefined || paise === 0) return undefined;
  if (paise > availablePaise) return words.exceeds;
  const broken = bill === undefined ? undefined : breaksExactness(bill, paise);
  if (bill === undefined || broken === undefined) return undefined;
  const due = formatRupees(bill.amountDuePaise);
  if (broken === 'exact') return words.onlyExact;
  return broken === 'at_least' ? words.atLeast(due) : words.atMost(due);
}

/** The message of a failed attempt covers the way back on a phone: it goes once the amount is right. */
function useMessageUntil(isMended: boolean): void {
  useEffect(() => {
    if (isMended) toast.dismissAll();
  }, [isMended]);
}

/** Takes the bill that is offered, and moves the focus to the choice of its sum. */
function useTaking(onTakeBill: () => void): () => void {
  const [isTaken, setIsTaken] = useState(false);
  useEffect(() => {
    if (isTaken) document.getElementById(CHOICE_ID)?.focus();
  }, [isTaken]);
  return () => {
    setIsTaken(true);
    onTakeBill();
  };
}

export function AmountStep(props: AmountStepProps) {
  const { card, draft, availablePaise, isBillOffered, onChange, onContinue, onOwnMoney } = props;
  const { amount: words, pay } = usePaymentsWords();
  const { data, isFetching } = useQuery(billQuery(card.id));
  const bill = isBillOffered ? undefined : data;
  const take = useTaking(props.onTakeBill);
  const [attempt, setAttempt] = useState(0);
  const [isAwaited, setIsAwaited] = useState(false);
  // A person who has typed nothing waits for the bill: that is no mistake of theirs.
  const isWaiting = data === undefined && isFetching && draft.amount === '';
  const inline = useAmountError(draft, bill, availablePaise);
  const amountPaise = payableAmount(draft, availablePaise);
  const isPayable = amountPaise !== undefined && inline === undefined;
  useMessageUntil(attempt > 0 && isPayable);
  const isTyped = bill === undefined || draft.choice === 'other';
  const problem = attempt > 0 && !isPayable ? (inline ?? words.invalid) : undefined;
  const submit = () => {
    setIsAwaited(isWaiting);
    if (isWaiting) return;
    // The amount was said to come by itself.
    if (isBillOffered && draft.amount === '') return take();
    setAttempt(attempt + 1);
    if (!isPayable) toast.error(words.invalid);
    else if (hasGoodDates(draft)) {
      toast.dismissAll();
      onContinue();
    }
  };
  return (
    <form
      noValidate
      className="flex flex-col gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <OfCard card={card} />
      <Problems
        attempt={attempt}
        fieldId={problem === undefined ? undefined : isTyped ? AMOUNT_ID : CHOICE_ID}
        draft={draft}
      />
      {bill === undefined ? null : <PaidNotice card={card} bill={bill} />}
      {isBillOffered ? <LateBillLine onTake={take} /> : null}
      {bill === undefined && !isBillOffered ? <BillLine card={card} hasFields /> : null}
      {bill === undefined ? null : (
        <BillChoices
          bill={bill}
          draft={draft}
          error={isTyped ? undefined : (problem ?? inline)}
          onChange={onChange}
        />
      )}
      {isTyped ? (
        <TypedAmount card={card} draft={draft} bill={bill} error={problem ?? inline} onChange={onChange} />
      ) : null}
      <Dates draft={draft} bill={bill} isChecked={attempt > 0} onChange={onChange} />
      <AmountCost amountPaise={amountPaise} availablePaise={availablePaise} onOwnMoney={onOwnMoney} />
      <StillAsking isShown={isAwaited && isWaiting} />
      <Button type="submit" isWide>
        {pay.continue}
      </Button>
    </form>
  );
}

function StillAsking({ isShown }: { readonly isShown: boolean }) {
  const words = usePaymentsWords().amount;
  return (
    <p role="status" className="text-small text-ink-2 empty:hidden">
      {isShown ? words.stillAsking : null}
    </p>
  );
}

/** The field of an amount that is typed; while it is empty, what was paid last is offered above it. */
function TypedAmount({ card, ...field }: AmountFieldProps & { readonly card: PickedCard }) {
  const { draft, onChange } = field;
  return (
    <>
      {draft.amount === '' ? <LastAmount card={card} draft={draft} onChange={onChange} /> : null}
      <AmountField {...field} />
    </>
  );
}

interface ProblemsProps {
  readonly attempt: number;
  /** The field of an amount that cannot be paid. */
  readonly fieldId: string | undefined;
  readonly draft: PayDraft;
}

/** Lists what keeps the step from going on, after an attempt. */
function Problems({ attempt, fieldId, draft }: ProblemsProps) {
  const words = usePaymentsWords().amount;
  const glossary = useGlossary();
  const wrongDates = attempt > 0 ? DATE_FIELDS.filter(({ name }) => !isGoodDate(draft[name])) : [];
  return (
    <ErrorSummary
      title={glossary.thereIsAProblem}
      errors={[
        ...(fieldId === undefined ? [] : [{ fieldId, message: words.invalid }]),
        ...wrongDates.map(({ id }) => ({ fieldId: id, message: words.wrongYear })),
      ]}
      attempt={attempt}
    />
  );
}

type ChosenCard = NonNullable<PayDraft['card']>;

/** The card whose bill it is. At a desk the summary beside the form names it. */
function OfCard({ card: { bankName, last4 } }: { readonly card: ChosenCard }) {
  return (
    <p className="flex items-center gap-2 text-ink-2 lg:hidden">
      <CardChip bankName={bankName} />
      {cardLabel(bankName, last4)}
    </p>
  );
}

interface AmountCostProps extends Pick<AmountStepProps, 'availablePaise' | 'onOwnMoney'> {
  readonly amountPaise: number | undefined;
}

/** The price of an amount, and beside it one's own money where that is the better way. */
function AmountCost({ amountPaise, availablePaise, onOwnMoney }: AmountCostProps) {
  const dearPaise = useDearCost(amountPaise);
  return (
    <>
      <CostPreview amountPaise={useDeferredValue(amountPaise)} availablePaise={availablePaise} />
      {amountPaise === undefined || dearPaise === undefined ? null : (
        <OwnMoneyNotice amountPaise={amountPaise} costPaise={dearPaise} onOwnMoney={onOwnMoney} />
      )}
    </>
  );
}

type LastAmountProps = DraftFieldProps & { readonly card: PickedCard };

/** Where the bank tells no bill, what was paid for this card last is offered, and never filled in by itself. */
function LastAmount({ card, draft, onChange }: LastAmountProps) {
  const words = usePaymentsWords().amount;
  const { data } = useQuery(allPaymentsQuery);
  const last = data?.items.find((payment) => isOfCard(payment, card) && payment.billStatus === 'paid');
  if (last === undefined) return null;
  return (
    <TextButton
      className="self-start"
      onClick={() => onChange({ ...draft, choice: 'other', amount: amountText(last.amountPaise) })}
    >
      {words.asLastTime(formatRupees(last.amountPaise))}
    </TextButton>
  );
}

interface BillChoicesProps {
  readonly bill: Bill;
  readonly draft: PayDraft;
  readonly error: string | undefined;
  readonly onChange: (draft: PayDraft) => void;
}

function BillChoices({ bill, draft, error, onChange }: BillChoicesProps) {
  const words = usePaymentsWords().amount;
  const choose = (choice: AmountChoice) => {
    const sum = sumOf(bill, choice);
    onChange({ ...draft, choice, amount: sum === undefined ? '' : amountText(sum) });
  };
  const [pressed, press] = usePressed(draft.choice, choose);
  return (
    <RadioCards
      id={CHOICE_ID}
      legend={words.which}
      name="choice"
      value={pressed}
      onValueChange={press}
      error={error}
      options={choicesOf(bill).map((choice) => {
        const sum = sumOf(bill, choice);
        return {
          value: choice,
          title: words[choice],
          aside: sum === undefined ? undefined : <Money paise={sum} className="font-semibold" />,
        };
      })}
    />
  );
}

interface DraftFieldProps {
  readonly draft: PayDraft;
  readonly onChange: (draft: PayDraft) => void;
}

interface AmountFieldProps extends DraftFieldProps {
  readonly bill: Bill | undefined;
  readonly error: string | undefined;
}

/** Explains the bank's reaction to a payable amount below the minimum or above all that is due. */
function useAmountHint(draft: PayDraft, bill: Bill | undefined): ReactNode {
  const words = usePaymentsWords().amount;
  const paise = parseRupees(draft.amount) ?? 0;
  if (bill === undefined || paise === 0) return undefined;
  const minimum = bill.minimumDuePaise ?? 0;
  if (paise < minimum) return words.belowMinimum(formatRupees(minimum));
  const extra = aboveDue(bill, paise);
  if (extra === 0) return undefined;
  return (
    <span className="text-due-ink">
      {words.aboveDue(formatRupees(extra), formatRupees(bill.amountDuePaise))}
    </span>
  );
}

/** An amount below the minimum due or above the full one is not refused. The hint says what the bank will do. */
function AmountField({ draft, bill, error, onChange }: AmountFieldProps) {
  const words = usePaymentsWords().amount;
  const { language } = useLanguage();
  const hint = useAmountHint(draft, bill);
  return (
    <MoneyField
      id={AMOUNT_ID}
      name="amount"
      label={words.field}
      inWords={(paise) => amountInWords(paise, language)}
      value={draft.amount}
      hint={error === undefined ? hint : undefined}
      error={error}
      onChange={(event) => onChange(withTyped(draft, event.currentTarget.value, bill))}
    />
  );
}

/** Rule: SPEC-5. Any date will do, in a year that can be kept; they are on the receipt and remind the person. */
function DateFields({ draft, isChecked, onChange }: DraftFieldProps & { readonly isChecked: boolean }) {
  const words = usePaymentsWords().amount;
  const glossary = useGlossary();
  return (
    <div className="grid gap-4 md:grid-cols-2">
      {DATE_FIELDS.map(({ id, name }) => (
        <TextField
          key={id}
          id={id}
          type="date"
          min={FIRST_DATE}
          max={LAST_DATE}
          label={words[name]}
          aside={glossary.optional}
          value={draft[name]}
          error={isChecked && !isGoodDate(draft[name]) ? words.wrongYear : undefined}
          onChange={(event) => onChange({ ...draft, [name]: event.currentTarget.value })}
        />
      ))}
    </div>
  );
}

type DatesProps = Parameters<typeof DateFields>[0] & { readonly bill: Bill | undefined };

function Dates({ bill, ...fields }: DatesProps) {
  return bill === undefined ? <DateFields {...fields} /> : <BillDates bill={bill} />;
}

function BillDates({ bill }: { readonly bill: Bill }) {
  const words = usePaymentsWords().amount;
  const { language } = useLanguage();
  const dates = [
    { label: words.billDate, date: bill.billDate },
    { label: words.dueDate, date: bill.dueDate },
  ].flatMap(({ label, date }) => (date === null ? [] : [{ label, date }]));
  const write = dateWriter(
    dates.map(({ date }) => date),
    language,
  );
  const facts = dates.map(({ label, date }) => ({ label, value: write(date) }));
  if (facts.length === 0) return null;
  return (
    <div>
      <p className="text-caption text-ink-3">{words.fromBank}</p>
      <FactList facts={facts} />
    </div>
  );
}

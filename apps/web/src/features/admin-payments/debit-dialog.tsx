import { type AdminPayment, DEBIT_OUTCOMES } from '@mohlat/contract';
import { given, oneOf } from '../../lib/admin/list.ts';
import { useTyped } from '../../lib/admin/typed.ts';
import { formatDateWithYear, formatRupees } from '../../lib/format.ts';
import { useLanguage } from '../../lib/i18n.tsx';
import { TextField } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';
import { ActionDialog, type AskedProps, useEvidence } from './action-dialog.tsx';
import { recordDebit } from './payments.data.ts';
import { usePaymentsWords } from './payments.words.ts';

/** Records the outcome of a debit whose bank never answered, with evidence. A second person decides on the same evidence. */
export function DebitDialog({ id, data, ...dialog }: AskedProps) {
  const words = usePaymentsWords();
  const { debitsInReview } = data;
  const [chosenDebit, debitField] = useTyped();
  const [chosen, outcomeField] = useTyped();
  const [paymentRef, paymentRefField] = useTyped();
  const shown = useEvidence('record_debit', { id, onDone: dialog.onDone });
  const outcome = oneOf(DEBIT_OUTCOMES, chosen);
  const isDebited = outcome === 'debited';
  const [first] = debitsInReview;
  const isOne = debitsInReview.length === 1;
  const debit = isOne ? first : debitsInReview.find((one) => one.id === chosenDebit);
  const isMissing =
    debit === undefined ||
    outcome === undefined ||
    shown.isMissing ||
    (isDebited && paymentRef.trim() === '');
  return (
    <ActionDialog
      {...dialog}
      id={id}
      data={data}
      onDone={shown.onDone}
      action="record_debit"
      problem={isMissing ? words.missing : undefined}
      fields={
        <>
          {isOne ? null : <WhichDebit debitsInReview={debitsInReview} field={debitField} />}
          <Select
            label={words.outcome}
            emptyLabel="—"
            options={DEBIT_OUTCOMES.map((value) => ({ value, label: words.debitOutcomes[value] }))}
            {...outcomeField}
          />
          {isDebited ? (
            <TextField
              label={words.paymentRef}
              hint={words.paymentRefHint}
              autoComplete="off"
              {...paymentRefField}
            />
          ) : null}
          {shown.field}
        </>
      }
      forSecond={[
        { label: words.outcome, value: outcome === undefined ? '—' : words.debitOutcomes[outcome] },
        { label: words.debitAmount, value: debit === undefined ? '—' : formatRupees(debit.amountPaise) },
        shown.forSecond,
      ]}
      onSend={(reason) =>
        recordDebit(id, {
          debitId: debit?.id ?? '',
          outcome: outcome ?? 'not_debited',
          evidence: shown.evidence,
          reason,
          ...(isDebited ? given({ paymentRef: paymentRef.trim() }) : {}),
        })
      }
    />
  );
}

interface WhichDebitProps extends Pick<AdminPayment, 'debitsInReview'> {
  readonly field: ReturnType<typeof useTyped>[1];
}

function WhichDebit({ debitsInReview, field }: WhichDebitProps) {
  const words = usePaymentsWords();
  const { language } = useLanguage();
  return (
    <Select
      label={words.whichDebit}
      emptyLabel="—"
      options={debitsInReview.map((one) => ({
        value: one.id,
        label: `${words.debitOf(one.number)}, ${formatDateWithYear(one.presentedDate, language)}`,
      }))}
      {...field}
    />
  );
}

import { RECORDABLE_OUTCOMES } from '@mohlat/contract';
import { useState } from 'react';
import { given, oneOf } from '../../lib/admin/filters.ts';
import { useTyped } from '../../lib/admin/typed.ts';
import { formatRupees } from '../../lib/format.ts';
import { Checkbox } from '../../ui/choice.tsx';
import { TextAreaField, TextField } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';
import { ActionDialog, type AskedProps } from './action-dialog.tsx';
import { recordOutcome } from './payments.data.ts';
import { usePaymentsWords } from './payments.words.ts';

const EVIDENCE_MIN = 10;

/** What became of a bill, with what shows it; nothing moves before a second person has read the same. */
export function OutcomeDialog({ id, data, ...dialog }: AskedProps) {
  const words = usePaymentsWords();
  const [chosen, outcomeField] = useTyped();
  const [railReference, railReferenceField] = useTyped();
  const [paidOn, paidOnField] = useTyped();
  const [evidence, evidenceField] = useTyped();
  const [isRefundPromised, setIsRefundPromised] = useState(false);
  const outcome = oneOf(RECORDABLE_OUTCOMES, chosen);
  const isPaid = outcome === 'paid';
  const isMissing =
    outcome === undefined ||
    evidence.trim().length < EVIDENCE_MIN ||
    (isPaid && (railReference.trim() === '' || paidOn === ''));
  return (
    <ActionDialog
      {...dialog}
      action="record_outcome"
      problem={isMissing ? words.missing : undefined}
      fields={
        <>
          <Select
            label={words.outcome}
            emptyLabel="—"
            options={RECORDABLE_OUTCOMES.map((value) => ({ value, label: words.outcomes[value] }))}
            {...outcomeField}
          />
          {isPaid ? (
            <>
              <TextField label={words.railRef} autoComplete="off" {...railReferenceField} />
              <TextField type="date" label={words.paidOn} {...paidOnField} />
            </>
          ) : null}
          {outcome === 'failed' ? (
            <Checkbox
              label={words.refundPromised}
              checked={isRefundPromised}
              onChange={(event) => setIsRefundPromised(event.currentTarget.checked)}
            />
          ) : null}
          <TextAreaField
            label={words.evidence}
            hint={words.evidenceHint}
            rows={3}
            maxLength={2000}
            {...evidenceField}
          />
        </>
      }
      forSecond={[
        { label: words.outcome, value: outcome === undefined ? '—' : words.outcomes[outcome] },
        { label: words.amount, value: formatRupees(data.payment.amountPaise) },
        { label: words.evidence, value: evidence.trim() || '—' },
      ]}
      onSend={(reason) =>
        recordOutcome(id, {
          outcome: outcome ?? 'failed',
          evidence: evidence.trim(),
          reason,
          isRefundPromised: outcome === 'failed' && isRefundPromised,
          ...(isPaid ? given({ railReference: railReference.trim(), paidOn }) : {}),
        })
      }
    />
  );
}

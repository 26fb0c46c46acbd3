import { useTyped } from '../../lib/admin/typed.ts';
import { formatRupees } from '../../lib/format.ts';
import { TextField } from '../../ui/field.tsx';
import { ActionDialog, type AskedProps } from './action-dialog.tsx';
import { recordTransfer } from './payments.data.ts';
import { usePaymentsWords } from './payments.words.ts';

const LAST4 = /^\d{4}$/;

/** Asks for the transfer of our bank by which an excess went back that the payer's bank refused. Rule: LEND-16 journal 23 */
export function TransferDialog({ id, data, ...dialog }: AskedProps) {
  const words = usePaymentsWords();
  const [typed, referenceField] = useTyped();
  const [accountLast4, last4Field] = useTyped();
  const reference = typed.trim();
  const isWrong = !LAST4.test(accountLast4);
  return (
    <ActionDialog
      {...dialog}
      id={id}
      data={data}
      action="transfer_excess"
      problem={reference === '' ? words.missing : isWrong ? words.transfer.last4Wrong : undefined}
      fields={
        <>
          <TextField label={words.transfer.reference} {...referenceField} />
          <TextField label={words.transfer.last4} inputMode="numeric" maxLength={4} {...last4Field} />
        </>
      }
      forSecond={[
        { label: words.refundDue, value: formatRupees(data.payment.refundDuePaise) },
        { label: words.transfer.reference, value: reference || '—' },
        { label: words.transfer.last4, value: accountLast4 || '—' },
      ]}
      onSend={(reason) => recordTransfer(id, { reference, accountLast4, reason })}
    />
  );
}

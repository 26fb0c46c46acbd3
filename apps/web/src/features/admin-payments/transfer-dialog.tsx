import { useTyped } from '../../lib/admin/typed.ts';
import { formatRupees, parseRupees } from '../../lib/format.ts';
import { TextField } from '../../ui/field.tsx';
import { MoneyField } from '../../ui/typed-fields.tsx';
import { ActionDialog, type AskedProps } from './action-dialog.tsx';
import { recordTransfer } from './payments.data.ts';
import { usePaymentsWords } from './payments.words.ts';

const LAST4 = /^\d{4}$/;

/**
 * Asks for the transfer of our bank by which an excess went back that the payer's bank refused. A server of the version before neither
 * names the sum nor takes it. Rule: LEND-16 journal 23
 */
export function TransferDialog({ id, data, ...dialog }: AskedProps) {
  const words = usePaymentsWords();
  const [typed, referenceField] = useTyped();
  const [accountLast4, last4Field] = useTyped();
  const [sent, amountField] = useTyped();
  const reference = typed.trim();
  const amountPaise = parseRupees(sent);
  const { transferDuePaise: duePaise } = data;
  const due = duePaise === undefined ? undefined : formatRupees(duePaise);
  const problem =
    reference === '' || !amountPaise
      ? words.missing
      : due !== undefined && amountPaise !== duePaise
        ? words.transfer.amountWrong(due)
        : LAST4.test(accountLast4)
          ? undefined
          : words.transfer.last4Wrong;
  return (
    <ActionDialog
      {...dialog}
      id={id}
      data={data}
      action="transfer_excess"
      problem={problem}
      fields={
        <>
          <MoneyField label={words.transfer.amount} hint={due && words.transfer.due(due)} {...amountField} />
          <TextField label={words.transfer.reference} {...referenceField} />
          <TextField label={words.transfer.last4} inputMode="numeric" maxLength={4} {...last4Field} />
        </>
      }
      forSecond={[
        { label: words.transfer.amount, value: amountPaise ? formatRupees(amountPaise) : '—' },
        { label: words.transfer.reference, value: reference || '—' },
        { label: words.transfer.last4, value: accountLast4 || '—' },
      ]}
      onSend={(reason) => {
        const amount = duePaise === undefined || !amountPaise ? {} : { amountPaise };
        return recordTransfer(id, { reference, ...amount, accountLast4, reason });
      }}
    />
  );
}

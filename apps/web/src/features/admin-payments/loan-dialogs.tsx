import { ALONE_MAX_PAISE, WAIVABLE } from '@mohlat/contract';
import { oneOf } from '../../lib/admin/list.ts';
import { useTyped } from '../../lib/admin/typed.ts';
import { formatDateWithYear, formatRupees, parseRupees } from '../../lib/format.ts';
import { useLanguage } from '../../lib/i18n.tsx';
import { TextField } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';
import { MoneyField } from '../../ui/typed-fields.tsx';
import { ActionDialog, type AskedProps, NothingToDo } from './action-dialog.tsx';
import { refundExcess, settle, waive, writeOff } from './payments.data.ts';
import { usePaymentsWords } from './payments.words.ts';

/** Names what can be waived and how much of each; a server of the version before names neither. Rule: LEND-24 */
export function WaiveDialog({ id, data, ...dialog }: AskedProps) {
  const words = usePaymentsWords();
  const [part, partField] = useTyped();
  const [typed, amountField] = useTyped();
  const component = oneOf(WAIVABLE, part);
  const amountPaise = parseRupees(typed);
  const { waivable } = data;
  const alonePaise = waivable?.alonePaise ?? ALONE_MAX_PAISE;
  const most = waivable?.parts.find((one) => one.component === component)?.duePaise;
  const isAbove = most !== undefined && (amountPaise ?? 0) > most;
  const isMissing = component === undefined || !amountPaise;
  if (waivable?.parts.length === 0)
    return <NothingToDo data={data} action="waive" text={words.nothingToWaive} {...dialog} />;
  const options =
    waivable?.parts.map(({ component: value, duePaise }) => ({
      value,
      label: words.upTo(words.components[value], formatRupees(duePaise)),
    })) ?? WAIVABLE.map((value) => ({ value, label: words.components[value] }));
  return (
    <ActionDialog
      {...dialog}
      id={id}
      data={data}
      action="waive"
      confirm={amountPaise ? words.waiveThis(formatRupees(amountPaise)) : undefined}
      problem={isMissing ? words.missing : isAbove ? words.waiveMost(formatRupees(most)) : undefined}
      fields={
        <>
          <Select label={words.component} emptyLabel="—" options={options} {...partField} />
          <MoneyField
            label={words.waiveAmount}
            hint={alonePaise > 0 ? words.waiveAlone(formatRupees(alonePaise)) : words.waiveNeverAlone}
            {...amountField}
          />
        </>
      }
      {...(amountPaise && amountPaise > alonePaise
        ? {
            forSecond: [
              { label: words.waiveAmount, value: formatRupees(amountPaise) },
              { label: words.component, value: component === undefined ? '—' : words.components[component] },
              { label: words.outstanding, value: formatRupees(data.payment.outstandingPaise) },
            ],
          }
        : {})}
      onSend={(reason) =>
        waive(id, { component: component ?? 'penal', amountPaise: amountPaise ?? 0, reason })
      }
    />
  );
}

export function SettleDialog({ id, data, ...dialog }: AskedProps) {
  const words = usePaymentsWords();
  const { language } = useLanguage();
  const [typed, agreedField] = useTyped();
  const [payBy, payByField] = useTyped();
  const agreedPaise = parseRupees(typed);
  return (
    <ActionDialog
      {...dialog}
      id={id}
      data={data}
      action="settle"
      problem={!agreedPaise || payBy === '' ? words.missing : undefined}
      fields={
        <>
          <MoneyField label={words.agreed} {...agreedField} />
          <TextField type="date" label={words.payBy} {...payByField} />
        </>
      }
      forSecond={[
        { label: words.agreed, value: agreedPaise === undefined ? '—' : formatRupees(agreedPaise) },
        { label: words.payBy, value: payBy === '' ? '—' : formatDateWithYear(payBy, language) },
        { label: words.outstanding, value: formatRupees(data.payment.outstandingPaise) },
      ]}
      onSend={(reason) => settle(id, { agreedPaise: agreedPaise ?? 0, payBy, reason })}
    />
  );
}

/** Asks for an action that needs no more than a reason. */
export function PlainDialog({
  id,
  data,
  action,
  ...dialog
}: AskedProps & { readonly action: 'write_off' | 'refund_excess' }) {
  const words = usePaymentsWords();
  const isWriteOff = action === 'write_off';
  return (
    <ActionDialog
      {...dialog}
      id={id}
      data={data}
      action={action}
      isDanger={isWriteOff}
      forSecond={[
        isWriteOff
          ? { label: words.outstanding, value: formatRupees(data.payment.outstandingPaise) }
          : { label: words.refundDue, value: formatRupees(data.payment.refundDuePaise) },
      ]}
      onSend={(reason) => (isWriteOff ? writeOff(id, reason) : refundExcess(id, reason))}
    />
  );
}

import { BANK_MOVEMENT_KINDS } from '@mohlat/contract';
import { useCodeWords } from '../../lib/admin/codes.words.ts';
import { codeWord } from '../../lib/admin/facts.tsx';
import { oneOf } from '../../lib/admin/list.ts';
import { ReasonDialog } from '../../lib/admin/reason-dialog.tsx';
import { useTyped } from '../../lib/admin/typed.ts';
import { formatDateWithYear, formatRupees, parseRupees } from '../../lib/format.ts';
import { useLanguage } from '../../lib/i18n.tsx';
import { TextField } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';
import { toast } from '../../ui/toast.tsx';
import { MoneyField } from '../../ui/typed-fields.tsx';
import { type Movement, propose, proposeBack } from './bank-movements.data.ts';
import { useBankMovementsWords } from './bank-movements.words.ts';

interface DialogProps {
  readonly onClose: () => void;
}

/** Asks for a movement as the statement has it. Rule: LEND-16 */
export function BookDialog({ onClose }: DialogProps) {
  const words = useBankMovementsWords();
  const codes = useCodeWords();
  const { language } = useLanguage();
  const [chosen, kindField] = useTyped();
  const [typed, amountField] = useTyped();
  const [valueOn, dayField] = useTyped();
  const [text, referenceField] = useTyped();
  const kind = oneOf(BANK_MOVEMENT_KINDS, chosen);
  const amountPaise = parseRupees(typed);
  const reference = text.trim();
  const isMissing = kind === undefined || !amountPaise || valueOn === '' || reference === '';
  const dash = (value: string) => value || '—';
  return (
    <ReasonDialog
      title={words.book}
      text={words.bookText}
      draft="bank-movement"
      problem={isMissing ? words.missing : undefined}
      fields={
        <>
          <Select
            label={words.kind}
            emptyLabel="—"
            options={BANK_MOVEMENT_KINDS.map((value) => ({ value, label: codes.bankMovements[value] }))}
            {...kindField}
          />
          <MoneyField label={words.amount} {...amountField} />
          <TextField type="date" label={words.valueOn} {...dayField} />
          <TextField label={words.reference} hint={words.referenceHint} {...referenceField} />
        </>
      }
      forSecond={[
        { label: words.kind, value: kind === undefined ? '—' : codes.bankMovements[kind] },
        { label: words.amount, value: amountPaise ? formatRupees(amountPaise) : '—' },
        { label: words.valueOn, value: valueOn === '' ? '—' : formatDateWithYear(valueOn, language) },
        { label: words.reference, value: dash(reference) },
      ]}
      onSend={(reason) =>
        propose({ kind: kind ?? 'funding_in', amountPaise: amountPaise ?? 0, valueOn, reference, reason })
      }
      onDone={() => {
        toast.success(words.proposed);
        onClose();
      }}
      onClose={onClose}
    />
  );
}

export function BackDialog({ movement, onClose }: DialogProps & { readonly movement: Movement }) {
  const words = useBankMovementsWords();
  const codes = useCodeWords();
  const { language } = useLanguage();
  const { id, kind, amountPaise, valueOn, reference } = movement;
  return (
    <ReasonDialog
      title={words.back}
      subject={`${codeWord(codes.bankMovements, kind)} · ${reference}`}
      text={words.backText}
      isDanger
      draft={`bank-movement-back:${id}`}
      forSecond={[
        { label: words.amount, value: formatRupees(amountPaise) },
        { label: words.valueOn, value: formatDateWithYear(valueOn, language) },
        { label: words.reference, value: reference },
      ]}
      onSend={(reason) => proposeBack(id, reason)}
      onDone={() => {
        toast.success(words.proposed);
        onClose();
      }}
      onClose={onClose}
    />
  );
}

import { proposeBankMovement, proposeMovementBack, BANK_MOVEMENT_KINDS } from '@mohlat/contract';
import { useState } from 'react';
import { useCodeWords } from '../../lib/admin/codes.words.ts';
import { codeWord } from '../../lib/admin/facts.tsx';
import { useColumnKinds } from '../../lib/admin/columns.tsx';
import { ListBeside } from '../../lib/admin/list-beside.tsx';
import { useStaff } from '../../lib/admin/staff.ts';
import { to } from '../../lib/addresses.ts';
import { formatDateWithYear, formatInstant, formatRupees, parseRupees } from '../../lib/format.ts';
import { useLanguage } from '../../lib/i18n.tsx';
import { Button, TextLink } from '../../ui/button.tsx';
import { Card, FactList, PageHeader } from '../../ui/card.tsx';
import type { DenseColumn } from '../../ui/dense-table.tsx';
import { Money } from '../../ui/money.tsx';
import { StatusTag } from '../../ui/status.tsx';
import { type Movement, movementsQuery, propose, proposeBack } from './bank-movements.data.ts';
import { useBankMovementsWords } from './bank-movements.words.ts';
import { oneOf } from '../../lib/admin/list.ts';
import { ReasonDialog } from '../../lib/admin/reason-dialog.tsx';
import { useTyped } from '../../lib/admin/typed.ts';
import { TextField } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';
import { toast } from '../../ui/toast.tsx';
import { MoneyField } from '../../ui/typed-fields.tsx';

export function Component() {
  const words = useBankMovementsWords();
  const { may } = useStaff();
  const [isBooking, setIsBooking] = useState(false);
  return (
    <>
      <PageHeader
        title={words.title}
        subtitle={words.subtitle}
        action={
          may(proposeBankMovement) ? (
            <Button size="medium" onClick={() => setIsBooking(true)}>
              {words.book}
            </Button>
          ) : undefined
        }
      />
      <ListBeside
        query={movementsQuery}
        rowKey={({ id }) => id}
        parameter="movement"
        caption={words.title}
        linkLabel={words.reference}
        label={({ reference }) => reference}
        columns={useColumns()}
        empty={words.empty}
        detail={(movement) => <Detail movement={movement} />}
      />
      {isBooking ? <BookDialog onClose={() => setIsBooking(false)} /> : null}
    </>
  );
}

function useColumns(): DenseColumn<Movement>[] {
  const words = useBankMovementsWords();
  const codes = useCodeWords();
  const column = useColumnKinds();
  const word = ({ takenBackAt }: Movement) => words.states[takenBackAt === null ? 'standing' : 'takenBack'];
  return [
    column.text('kind', words.kind, ({ kind }) => codeWord(codes.bankMovements, kind)),
    column.date('valueOn', words.valueOn, ({ valueOn }) => valueOn),
    column.money('amount', words.amount, ({ amountPaise }) => amountPaise, 'end'),
    column.status(
      'state',
      words.state,
      (row) => <StatusTag tone={row.takenBackAt === null ? 'ok' : 'neutral'}>{word(row)}</StatusTag>,
      word,
    ),
  ];
}

function Detail({ movement }: { readonly movement: Movement }) {
  const words = useBankMovementsWords();
  const codes = useCodeWords();
  const { language } = useLanguage();
  const { may } = useStaff();
  const [isAsked, setIsAsked] = useState(false);
  const { id, kind, amountPaise, valueOn, reference, bookedAt, approvalId, takenBackAt } = movement;
  return (
    <Card title={codeWord(codes.bankMovements, kind)}>
      <FactList
        facts={[
          { label: words.amount, value: <Money paise={amountPaise} decimals="always" /> },
          { label: words.valueOn, value: formatDateWithYear(valueOn, language) },
          { label: words.reference, value: reference },
          { label: words.bookedAt, value: formatInstant(bookedAt, language) },
          {
            label: words.decision,
            value:
              approvalId === null ? (
                words.byOperator
              ) : (
                <TextLink to={to('/admin/approvals/:id', { id: approvalId })}>{words.openDecision}</TextLink>
              ),
          },
          ...(takenBackAt === null
            ? []
            : [{ label: words.takenBackAt, value: formatInstant(takenBackAt, language) }]),
        ]}
      />
      {takenBackAt === null && may(proposeMovementBack) ? (
        <Button tone="danger" size="medium" className="mt-4" onClick={() => setIsAsked(true)}>
          {words.back}
        </Button>
      ) : null}
      {isAsked ? <BackDialog key={id} movement={movement} onClose={() => setIsAsked(false)} /> : null}
    </Card>
  );
}

interface DialogProps {
  readonly onClose: () => void;
}

/** Asks for a movement as the statement has it. Rule: LEND-16 */
function BookDialog({ onClose }: DialogProps) {
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

function BackDialog({ movement, onClose }: DialogProps & { readonly movement: Movement }) {
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

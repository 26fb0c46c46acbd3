import { proposeBankMovement, proposeMovementBack } from '@mohlat/contract';
import { useState } from 'react';
import { useCodeWords } from '../../lib/admin/codes.words.ts';
import { codeWord } from '../../lib/admin/facts.tsx';
import { useColumnKinds } from '../../lib/admin/columns.tsx';
import { ListBeside } from '../../lib/admin/list-beside.tsx';
import { useStaff } from '../../lib/admin/staff.ts';
import { to } from '../../lib/addresses.ts';
import { formatDateWithYear, formatInstant } from '../../lib/format.ts';
import { useLanguage } from '../../lib/i18n.tsx';
import { Button, TextLink } from '../../ui/button.tsx';
import { Card, FactList, PageHeader } from '../../ui/card.tsx';
import type { DenseColumn } from '../../ui/dense-table.tsx';
import { Money } from '../../ui/money.tsx';
import { StatusTag } from '../../ui/status.tsx';
import { type Movement, movementsQuery } from './bank-movements.data.ts';
import { BackDialog, BookDialog } from './bank-movements.dialogs.tsx';
import { useBankMovementsWords } from './bank-movements.words.ts';

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

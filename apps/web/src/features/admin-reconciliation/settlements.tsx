import { SETTLEMENT_STATES } from '@mohlat/contract';
import { useColumnKinds } from '../../lib/admin/columns.tsx';
import { useFilters } from '../../lib/admin/list.ts';
import { ListBeside } from '../../lib/admin/list-beside.tsx';
import { formatDateWithYear, formatInstant } from '../../lib/format.ts';
import { useLanguage } from '../../lib/i18n.tsx';
import { Card, FactList } from '../../ui/card.tsx';
import type { DenseColumn } from '../../ui/dense-table.tsx';
import { Money } from '../../ui/money.tsx';
import { StatusTag } from '../../ui/status.tsx';
import { OneFilter } from './one-filter.tsx';
import { settlementsQuery, type SettlementRow } from './reconciliation.data.ts';
import { useReconciliationWords } from './reconciliation.words.ts';

const TONES = { waiting: 'due', matched: 'ok', differs: 'bad' } as const;

/** Rows of the collection rail's settlement file, as they were read. What differs is a difference, and handled as one. */
export function Settlements() {
  const words = useReconciliationWords();
  const { values } = useFilters(['state']);
  return (
    <>
      <OneFilter name="state" label={words.state} set={SETTLEMENT_STATES} labels={words.settlementStates} />
      <ListBeside
        query={settlementsQuery(values.state)}
        rowKey={({ id }) => id}
        parameter="row"
        caption={words.lists.settlements}
        linkLabel={words.reference}
        label={({ entityRef }) => entityRef}
        columns={useColumns()}
        empty={values.state === '' ? words.noSettlements : words.emptyFiltered}
        detail={(row) => <SettlementDetail row={row} />}
      />
    </>
  );
}

function useColumns(): DenseColumn<SettlementRow>[] {
  const words = useReconciliationWords();
  const column = useColumnKinds();
  return [
    column.text('kind', words.settlementKind, ({ kind }) => words.settlementKinds[kind]),
    column.date('settledOn', words.settledOn, ({ settledOn }) => settledOn),
    column.money('amount', words.amount, ({ amountPaise }) => amountPaise, 'end'),
    column.money('fee', words.fee, ({ feePaise }) => feePaise),
    column.status(
      'state',
      words.state,
      ({ state }) => <StatusTag tone={TONES[state]}>{words.settlementStates[state]}</StatusTag>,
      ({ state }) => words.settlementStates[state],
    ),
  ];
}

function SettlementDetail({ row }: { readonly row: SettlementRow }) {
  const words = useReconciliationWords();
  const { language } = useLanguage();
  const amount = (label: string, paise: number) => ({
    label,
    value: <Money paise={paise} decimals="always" />,
  });
  const text = (label: string, value: string | null) => (value === null ? [] : [{ label, value }]);
  return (
    <Card title={words.settlementRow}>
      <FactList
        facts={[
          { label: words.settlementKind, value: words.settlementKinds[row.kind] },
          amount(words.amount, row.amountPaise),
          amount(words.fee, row.feePaise),
          amount(words.credit, row.creditPaise),
          amount(words.debit, row.debitPaise),
          { label: words.settledOn, value: formatDateWithYear(row.settledOn, language) },
          { label: words.settlementRef, value: row.settlementRef },
          ...text(words.utr, row.settlementUtr),
          ...text(words.paymentRef, row.paymentRef),
          { label: words.readAt, value: formatInstant(row.readAt, language) },
          ...text(words.matchedAt, row.matchedAt && formatInstant(row.matchedAt, language)),
        ]}
      />
    </Card>
  );
}

import { RECEIPT_STATUSES } from '@mohlat/contract';
import { useColumnKinds, valued } from '../../lib/admin/columns.tsx';
import { useFilters } from '../../lib/admin/list.ts';
import { ListBeside } from '../../lib/admin/list-beside.tsx';
import type { DenseColumn } from '../../ui/dense-table.tsx';
import { StatusTag } from '../../ui/status.tsx';
import { OneFilter } from './one-filter.tsx';
import { ReceiptDetail } from './receipt-detail.tsx';
import { receiptQuery, receiptsQuery, type Receipt } from './reconciliation.data.ts';
import { useReconciliationWords } from './reconciliation.words.ts';

const TONES = { held: 'due', identified: 'ok', returning: 'due', returned: 'neutral' } as const;

/** Money that came without an owner. */
export function Receipts() {
  const words = useReconciliationWords();
  const { values } = useFilters(['status']);
  return (
    <>
      <OneFilter name="status" label={words.state} set={RECEIPT_STATUSES} labels={words.receiptStatuses} />
      <ListBeside
        query={receiptsQuery(values.status)}
        one={receiptQuery}
        rowKey={({ id }) => id}
        parameter="receipt"
        caption={words.lists.receipts}
        linkLabel={words.reference}
        label={({ paymentRef }) => paymentRef}
        columns={useColumns()}
        empty={values.status === '' ? words.noReceipts : words.emptyFiltered}
        detail={(receipt) => <ReceiptDetail receipt={receipt} />}
      />
    </>
  );
}

function useColumns(): DenseColumn<Receipt>[] {
  const words = useReconciliationWords();
  const column = useColumnKinds();
  return [
    column.money('amount', words.amount, ({ amountPaise }) => amountPaise, 'end'),
    column.instant('receivedAt', words.receivedAt, ({ receivedAt }) => receivedAt),
    valued(
      column.text('age', words.age, ({ ageDays }) => words.days(ageDays)),
      ({ ageDays }) => ageDays,
    ),
    column.date('returnOn', words.returnOn, ({ returnOn }) => returnOn, 'none'),
    column.status(
      'status',
      words.state,
      ({ status }) => <StatusTag tone={TONES[status]}>{words.receiptStatuses[status]}</StatusTag>,
      ({ status }) => words.receiptStatuses[status],
    ),
  ];
}

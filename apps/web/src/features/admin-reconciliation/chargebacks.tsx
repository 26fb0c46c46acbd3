import { CHARGEBACK_FILTERS, type Chargeback } from '@mohlat/contract';
import { AdminList } from '../../lib/admin/admin-list.tsx';
import { named, useColumnKinds } from '../../lib/admin/columns.tsx';
import { codeWord } from '../../lib/admin/facts.tsx';
import { useFilters } from '../../lib/admin/filters.ts';
import type { DenseColumn } from '../../ui/dense-table.tsx';
import { ChargebackStatus } from './chargeback-status.tsx';
import { OneFilter } from './one-filter.tsx';
import { chargebacksQuery } from './reconciliation.data.ts';
import { useReconciliationWords } from './reconciliation.words.ts';

/** What a person has to do something about comes first in the choice, and holds where the address names none. */
const FILTERS = ['waiting', ...CHARGEBACK_FILTERS.filter((name) => name !== 'waiting')] as const;

/** Repayments that their payers' banks demand back; each has a page of its own. */
export function Chargebacks() {
  const words = useReconciliationWords();
  const { values } = useFilters(['status']);
  return (
    <>
      <OneFilter name="status" label={words.state} set={FILTERS} labels={words.chargebackStatuses} />
      <AdminList
        query={chargebacksQuery(values.status || FILTERS[0])}
        caption={words.lists.chargebacks}
        linkLabel={words.reference}
        link={({ id, disputeRef }) => ({ to: `/admin/chargebacks/${id}`, label: disputeRef })}
        columns={useColumns()}
        rowKey={({ id }) => id}
        empty={values.status === '' ? words.noChargebacks : words.emptyFiltered}
      />
    </>
  );
}

function useColumns(): DenseColumn<Chargeback>[] {
  const words = useReconciliationWords();
  const column = useColumnKinds();
  return [
    column.text('phase', words.phase, ({ phase }) => codeWord(words.phases, phase), 'none'),
    column.instant('openedAt', words.openedAt, ({ openedAt }) => openedAt, 'none'),
    named(column.instant('respondBy', words.respondBy, ({ respondBy }) => respondBy)),
    column.text('response', words.response, ({ response }) => response && words.responses[response], 'none'),
    column.money('amount', words.amount, ({ amountPaise }) => amountPaise, 'end'),
    column.status(
      'status',
      words.state,
      (chargeback) => <ChargebackStatus chargeback={chargeback} />,
      ({ status }) => words.chargebackStatuses[status],
    ),
  ];
}

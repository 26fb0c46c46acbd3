import { BREAK_OWNERS, BREAK_RAILS, BREAK_STATES, type ReconciliationBreak } from '@mohlat/contract';
import { useAdminWords } from '../../lib/admin/admin.words.ts';
import { useCodeWords } from '../../lib/admin/codes.words.ts';
import { named, useColumnKinds, valued } from '../../lib/admin/columns.tsx';
import { codeWord } from '../../lib/admin/facts.tsx';
import { useFilters } from '../../lib/admin/list.ts';
import { ListBeside } from '../../lib/admin/list-beside.tsx';
import { choiceOf } from '../../lib/admin/list-page.tsx';
import type { DenseColumn } from '../../ui/dense-table.tsx';
import { FilterBar } from '../../ui/filter-bar.tsx';
import { StatusTag } from '../../ui/status.tsx';
import { BreakDetail } from './break-detail.tsx';
import { breakQuery, breaksQuery } from './reconciliation.data.ts';
import { useReconciliationWords } from './reconciliation.words.ts';

const FILTERS = ['state', 'rail', 'owner'] as const;
const TONES = { open: 'due', escalated: 'bad', resolved: 'ok' } as const;

/** Differences between a rail, our payments and the ledger. */
export function Breaks() {
  const words = useReconciliationWords();
  const codes = useCodeWords();
  const common = useAdminWords();
  const { values, change } = useFilters(FILTERS);
  const isFiltered = FILTERS.some((name) => values[name] !== '');
  const choices = [
    choiceOf('state', words.state, BREAK_STATES, words.states),
    choiceOf('rail', words.rail, BREAK_RAILS, words.rails, common.any),
    choiceOf('owner', words.owner, BREAK_OWNERS, words.owners, common.any),
  ];
  return (
    <>
      <FilterBar
        label={common.filters}
        searchLabel={common.search}
        values={{ ...values, state: values.state || 'open' }}
        onChange={change}
        choices={choices}
      />
      <ListBeside
        query={breaksQuery(values)}
        one={breakQuery}
        rowKey={({ id }) => id}
        parameter="break"
        caption={words.lists.breaks}
        linkLabel={words.kind}
        label={(item) => codeWord(codes.breakKinds, item.kind)}
        columns={useColumns()}
        empty={isFiltered ? words.emptyFiltered : words.empty}
        detail={(item) => <BreakDetail item={item} />}
      />
    </>
  );
}

function useColumns(): DenseColumn<ReconciliationBreak>[] {
  const words = useReconciliationWords();
  const column = useColumnKinds();
  return [
    column.text('rail', words.rail, ({ rail }) => words.rails[rail]),
    column.text('owner', words.owner, ({ owner }) => words.owners[owner], 'none'),
    // The two sums are the difference: on a phone each says whose it is.
    named(column.money('ours', words.ours, ({ oursPaise }) => oursPaise, 'end')),
    named(column.money('theirs', words.theirs, ({ theirsPaise }) => theirsPaise, 'end')),
    valued(
      column.drawn('age', words.age, ({ ageDays }) => (
        <span className="whitespace-nowrap tabular">{words.days(ageDays)}</span>
      )),
      ({ ageDays }) => ageDays,
    ),
    column.date('dueOn', words.dueOn, ({ dueOn }) => dueOn, 'none'),
    column.status(
      'state',
      words.state,
      ({ state }) => <StatusTag tone={TONES[state]}>{words.states[state]}</StatusTag>,
      ({ state }) => words.states[state],
    ),
  ];
}

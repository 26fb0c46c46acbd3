import type { StaffHardship } from '@mohlat/contract';
import { useAdminWords } from '../../lib/admin/admin.words.ts';
import { useCodeWords } from '../../lib/admin/codes.words.ts';
import { named, useColumnKinds } from '../../lib/admin/columns.tsx';
import { useFilters } from '../../lib/admin/list.ts';
import { choiceOf, ListPage } from '../../lib/admin/list-page.tsx';
import type { DenseColumn } from '../../ui/dense-table.tsx';
import { hardshipsQuery, STATES } from './hardships.data.ts';
import { useHardshipsWords } from './hardships.words.ts';
import { to } from '../../lib/addresses.ts';

export function Component() {
  const words = useHardshipsWords();
  const common = useAdminWords();
  const { values, change } = useFilters(['status']);
  const isEnded = values.status === 'ended';
  return (
    <ListPage
      title={words.title}
      subtitle={words.subtitle}
      filters={{
        values: { status: values.status || 'active' },
        onChange: change,
        choices: [choiceOf('status', words.state, STATES, words.states)],
      }}
      query={hardshipsQuery(values.status)}
      linkLabel={words.account}
      link={({ id, account }) => ({
        to: to('/admin/hardships/:id', { id }),
        label: account.name ?? common.unnamed,
      })}
      columns={useColumns(isEnded)}
      rowKey={({ id }) => id}
      empty={isEnded ? words.emptyFiltered : words.empty}
    />
  );
}

function useColumns(isEnded: boolean): DenseColumn<StaffHardship>[] {
  const words = useHardshipsWords();
  const codes = useCodeWords();
  const column = useColumnKinds();
  return [
    column.text('reason', words.reason, ({ reason }) => codes.hardshipReasons[reason]),
    named(column.instant('told', words.told, ({ createdAt }) => createdAt)),
    named(
      isEnded
        ? column.date('ended', words.ended, ({ endedDate, untilDate }) => endedDate ?? untilDate, 'end')
        : column.date('until', words.until, ({ untilDate }) => untilDate, 'end'),
    ),
  ];
}

import type { StaffHardship } from '@mohlat/contract';
import { useAdminWords } from '../../lib/admin/admin.words.ts';
import { useCodeWords } from '../../lib/admin/codes.words.ts';
import { named, useColumnKinds } from '../../lib/admin/columns.tsx';
import { useFilters } from '../../lib/admin/list.ts';
import { choiceOf, FilteredPage } from '../../lib/admin/list-page.tsx';
import type { DenseColumn } from '../../ui/dense-table.tsx';
import { hardshipsQuery, STATES } from './hardships.data.ts';
import { useHardshipsWords } from './hardships.words.ts';
import { to } from '../../lib/addresses.ts';

const FILTERS = ['status'] as const;

export function Component() {
  const words = useHardshipsWords();
  const common = useAdminWords();
  return (
    <FilteredPage
      words={words}
      names={FILTERS}
      usual={{ status: 'active' }}
      choices={[choiceOf('status', common.state, STATES, words.states)]}
      query={({ status }) => hardshipsQuery(status)}
      linkLabel={common.account}
      link={({ id, account }) => ({
        to: to('/admin/hardships/:id', { id }),
        label: account.name ?? common.unnamed,
      })}
      columns={useColumns()}
    />
  );
}

function useColumns(): DenseColumn<StaffHardship>[] {
  const isEnded = useFilters(FILTERS).values.status === 'ended';
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

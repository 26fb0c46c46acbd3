import { SUPPORT_STATUSES, type TicketItem } from '@mohlat/contract';
import { useAdminWords } from '../../lib/admin/admin.words.ts';
import { useColumnKinds, valued } from '../../lib/admin/columns.tsx';
import { choiceOf, FilteredPage } from '../../lib/admin/list-page.tsx';
import type { DenseColumn } from '../../ui/dense-table.tsx';
import { ASSIGNEES, FILTERS, ticketsQuery } from './support.data.ts';
import { useSupportWords } from './support.words.ts';
import { TicketStatus } from './ticket-status.tsx';
import { to } from '../../lib/addresses.ts';

export function Component() {
  const words = useSupportWords();
  const common = useAdminWords();
  return (
    <FilteredPage
      words={words}
      names={FILTERS}
      usual={{ status: 'open' }}
      texts={[{ name: 'ticket', label: words.number }]}
      choices={[
        choiceOf('status', words.status, SUPPORT_STATUSES, words.statuses),
        choiceOf('assignee', words.assignee, ASSIGNEES, words.assignees, common.any),
      ]}
      query={ticketsQuery}
      linkLabel={words.subject}
      link={({ id, subject }) => ({ to: to('/admin/support/:id', { id }), label: subject })}
      columns={useColumns()}
    />
  );
}

function useColumns(): DenseColumn<TicketItem>[] {
  const words = useSupportWords();
  const column = useColumnKinds();
  return [
    valued(
      column.drawn('ticket', words.ticket, ({ ticket }) => (
        <span className="whitespace-nowrap tabular">{ticket}</span>
      )),
      ({ ticket }) => ticket,
    ),
    column.text('from', words.from, ({ name, account }) =>
      account === null ? `${name} (${words.visitor})` : name,
    ),
    column.person('assignee', words.assignee, ({ assignee }) => assignee, 'none'),
    column.instant('changed', words.changed, ({ updatedAt }) => updatedAt),
    column.status(
      'status',
      words.status,
      ({ status }) => <TicketStatus status={status} />,
      ({ status }) => words.statuses[status],
    ),
  ];
}

import { changeSupportMessage, SUPPORT_STATUSES, type TicketItem } from '@mohlat/contract';
import { useAdminWords } from '../../lib/admin/admin.words.ts';
import { useColumnKinds, valued } from '../../lib/admin/columns.tsx';
import { choiceOf, FilteredPage } from '../../lib/admin/list-page.tsx';
import type { RowAct } from '../../lib/admin/row-acts.tsx';
import { useStaff } from '../../lib/admin/staff.ts';
import type { DenseColumn } from '../../ui/dense-table.tsx';
import { ASSIGNEES, change, FILTERS, ticketsQuery } from './support.data.ts';
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
        choiceOf('status', common.status, SUPPORT_STATUSES, words.statuses),
        choiceOf('assignee', words.assignee, ASSIGNEES, words.assignees, common.any),
      ]}
      query={ticketsQuery}
      linkLabel={words.subject}
      link={({ id, subject }) => ({ to: to('/admin/support/:id', { id }), label: subject })}
      columns={useColumns()}
      acts={useActs()}
    />
  );
}

/** The small things of a ticket's page. A ticket that changed since it was listed is refused, as there. */
function useActs(): RowAct<TicketItem>[] {
  const words = useSupportWords();
  const { staff, may } = useStaff();
  if (!may(changeSupportMessage)) return [];
  const isMine = ({ assignee }: TicketItem) => assignee !== null && assignee.id === staff?.id;
  const act = (what: { assignee?: 'me' | 'nobody'; status?: 'open' | 'closed' }) => (ticket: TicketItem) =>
    change(ticket.id, { version: ticket.version, ...what });
  return [
    { key: 'take', label: words.take, fits: (ticket) => !isMine(ticket), act: act({ assignee: 'me' }) },
    { key: 'give', label: words.giveBack, fits: isMine, act: act({ assignee: 'nobody' }) },
    {
      key: 'close',
      label: words.close,
      fits: ({ status }) => status !== 'closed',
      act: act({ status: 'closed' }),
    },
    {
      key: 'reopen',
      label: words.reopen,
      fits: ({ status }) => status === 'closed',
      act: act({ status: 'open' }),
    },
  ];
}

function useColumns(): DenseColumn<TicketItem>[] {
  const words = useSupportWords();
  const common = useAdminWords();
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
      common.status,
      ({ status }) => <TicketStatus status={status} />,
      ({ status }) => words.statuses[status],
    ),
  ];
}

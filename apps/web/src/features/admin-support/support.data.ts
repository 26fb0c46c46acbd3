import {
  changeSupportMessage,
  getSupportMessage,
  listSupportMessages,
  replyToSupportMessage,
  SUPPORT_STATUSES,
  type SentOf,
} from '@mohlat/contract';
import { queryOptions } from '@tanstack/react-query';
import { adminKeys } from '../../lib/admin/keys.ts';
import { given, inTurn, listQuery, oneOf } from '../../lib/admin/list.ts';
import { call } from '../../lib/api.ts';

export const FILTERS = ['ticket', 'status', 'assignee', 'userId'] as const;
export const ASSIGNEES = ['me', 'nobody'] as const;

export function ticketsQuery(values: Readonly<Record<(typeof FILTERS)[number], string>>) {
  const filters = given({
    ticket: values.ticket,
    userId: values.userId,
    status: oneOf(SUPPORT_STATUSES, values.status),
    assignee: oneOf(ASSIGNEES, values.assignee),
  });
  return listQuery('tickets', filters, (place, signal) =>
    inTurn((filters.status ?? 'open') === 'open', (order) =>
      call(listSupportMessages, { query: { ...filters, ...order, ...place }, signal }),
    ),
  );
}

export const ticketQuery = (id: string) =>
  queryOptions({
    queryKey: adminKeys.one('tickets', id),
    queryFn: ({ signal }) => call(getSupportMessage, { params: { id }, signal }),
  });

export const reply = (id: string, body: SentOf<typeof replyToSupportMessage, 'body'>) =>
  call(replyToSupportMessage, { params: { id }, body });

export const change = (id: string, body: SentOf<typeof changeSupportMessage, 'body'>) =>
  call(changeSupportMessage, { params: { id }, body });

import {
  APPROVAL_KINDS,
  APPROVAL_STATUSES,
  decideApproval,
  getApproval,
  listApprovals,
  type SentOf,
} from '@mohlat/contract';
import { queryOptions } from '@tanstack/react-query';
import { adminKeys } from '../../lib/admin/keys.ts';
import { given, inTurn, listQuery, oneOf } from '../../lib/admin/list.ts';
import { call } from '../../lib/api.ts';

export function approvalsQuery(values: { readonly kind: string; readonly status: string }) {
  const filters = given({
    kind: oneOf(APPROVAL_KINDS, values.kind),
    status: oneOf(APPROVAL_STATUSES, values.status),
  });
  return listQuery('approvals', filters, (place, signal) =>
    inTurn((filters.status ?? 'open') === 'open', (order) =>
      call(listApprovals, { query: { ...filters, ...order, ...place }, signal }),
    ),
  );
}

export const approvalQuery = (id: string) =>
  queryOptions({
    queryKey: adminKeys.one('approvals', id),
    queryFn: ({ signal }) => call(getApproval, { params: { id }, signal }),
  });

export const decide = (id: string, body: SentOf<typeof decideApproval, 'body'>) =>
  call(decideApproval, { params: { id }, body });

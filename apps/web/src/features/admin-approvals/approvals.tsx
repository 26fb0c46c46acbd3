import { APPROVAL_KINDS, APPROVAL_STATUSES, type ApprovalItem } from '@mohlat/contract';
import { useAdminWords } from '../../lib/admin/admin.words.ts';
import { named, useColumnKinds } from '../../lib/admin/columns.tsx';
import { choiceOf, FilteredPage } from '../../lib/admin/list-page.tsx';
import type { DenseColumn } from '../../ui/dense-table.tsx';
import { ApprovalStatus } from './approval-status.tsx';
import { approvalsQuery } from './approvals.data.ts';
import { useApprovalsWords } from './approvals.words.ts';
import { to } from '../../lib/addresses.ts';

const FILTERS = ['kind', 'status'] as const;

export function Component() {
  const words = useApprovalsWords();
  const common = useAdminWords();
  return (
    <FilteredPage
      words={words}
      names={FILTERS}
      usual={{ status: 'open' }}
      choices={[
        choiceOf('status', common.status, APPROVAL_STATUSES, common.approvalStatuses),
        choiceOf('kind', words.kind, APPROVAL_KINDS, common.approvalKinds, common.any),
      ]}
      query={approvalsQuery}
      linkLabel={words.kind}
      link={({ id, kind }) => ({ to: to('/admin/approvals/:id', { id }), label: common.approvalKinds[kind] })}
      columns={useColumns()}
    />
  );
}

function useColumns(): DenseColumn<ApprovalItem>[] {
  const words = useApprovalsWords();
  const common = useAdminWords();
  const column = useColumnKinds();
  return [
    named(column.person('account', common.account, ({ account }) => account)),
    named(column.person('proposedBy', words.proposedBy, ({ proposedBy }) => proposedBy)),
    column.instant('proposedAt', words.proposedAt, ({ proposedAt }) => proposedAt, 'none'),
    named(column.instant('expiresAt', words.expiresAt, ({ expiresAt }) => expiresAt)),
    column.status(
      'status',
      common.status,
      ({ status }) => <ApprovalStatus status={status} />,
      ({ status }) => common.approvalStatuses[status],
    ),
  ];
}

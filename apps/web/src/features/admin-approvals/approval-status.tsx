import type { ApprovalItem } from '@mohlat/contract';
import { useAdminWords } from '../../lib/admin/admin.words.ts';
import { StatusTag } from '../../ui/status.tsx';

const TONES = {
  open: 'due',
  approved: 'ok',
  rejected: 'bad',
  withdrawn: 'neutral',
  expired: 'neutral',
} as const;

export function ApprovalStatus({ status }: Pick<ApprovalItem, 'status'>) {
  return <StatusTag tone={TONES[status]}>{useAdminWords().approvalStatuses[status]}</StatusTag>;
}

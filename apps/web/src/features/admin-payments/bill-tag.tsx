import type { AdminPaymentItem } from '@mohlat/contract';
import { useCodeWords } from '../../lib/admin/codes.words.ts';
import { StatusTag } from '../../ui/status.tsx';

const TONES = {
  accepted: 'due',
  submitted: 'due',
  unknown: 'bad',
  paid: 'ok',
  failed: 'neutral',
  reversed: 'neutral',
} as const;

export function BillTag({ billStatus }: Pick<AdminPaymentItem, 'billStatus'>) {
  return <StatusTag tone={TONES[billStatus]}>{useCodeWords().billStatuses[billStatus]}</StatusTag>;
}

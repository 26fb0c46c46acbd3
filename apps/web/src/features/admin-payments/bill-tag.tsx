import type { AdminPaymentItem } from '@mohlat/contract';
import { useCodeWords } from '../../lib/admin/codes.words.ts';
import { STAFF_BILL_TONES } from '../../lib/bill-status.ts';
import { StatusTag } from '../../ui/status.tsx';

export function BillTag({ billStatus }: Pick<AdminPaymentItem, 'billStatus'>) {
  return <StatusTag tone={STAFF_BILL_TONES[billStatus]}>{useCodeWords().billStatuses[billStatus]}</StatusTag>;
}

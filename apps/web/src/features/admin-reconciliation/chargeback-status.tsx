import type { Chargeback } from '@mohlat/contract';
import { StatusTag } from '../../ui/status.tsx';
import { useReconciliationWords } from './reconciliation.words.ts';

const TONES = { open: 'due', won: 'ok', lost: 'bad', review: 'due', decided: 'neutral' } as const;

export function ChargebackStatus({ status }: Pick<Chargeback, 'status'>) {
  return <StatusTag tone={TONES[status]}>{useReconciliationWords().chargebackStatuses[status]}</StatusTag>;
}

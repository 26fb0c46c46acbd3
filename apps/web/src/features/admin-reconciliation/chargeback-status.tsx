import type { Chargeback } from '@mohlat/contract';
import { hasPassed } from '../../lib/format.ts';
import { StatusTag } from '../../ui/status.tsx';
import { useReconciliationWords } from './reconciliation.words.ts';

const TONES = { open: 'due', won: 'ok', lost: 'bad', review: 'due', decided: 'neutral' } as const;

type Standing = Pick<Chargeback, 'status' | 'response' | 'respondBy'>;

/** True when it was not answered in time: the bank takes no answer any more. */
export const isTooLate = ({ status, response, respondBy }: Standing): boolean =>
  status === 'open' && response === null && respondBy !== null && hasPassed(respondBy);

export function ChargebackStatus({ chargeback }: { readonly chargeback: Standing }) {
  const words = useReconciliationWords();
  const { status } = chargeback;
  return isTooLate(chargeback) ? (
    <StatusTag tone="bad">{words.tooLate}</StatusTag>
  ) : (
    <StatusTag tone={TONES[status]}>{words.chargebackStatuses[status]}</StatusTag>
  );
}

import type { SupportStatus } from '@mohlat/contract';
import { StatusTag } from '../../ui/status.tsx';
import { useSupportWords } from './support.words.ts';

const TONES = { open: 'due', answered: 'ok', closed: 'neutral' } as const;

export function TicketStatus({ status }: { readonly status: SupportStatus }) {
  return <StatusTag tone={TONES[status]}>{useSupportWords().statuses[status]}</StatusTag>;
}

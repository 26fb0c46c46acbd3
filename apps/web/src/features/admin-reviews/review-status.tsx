import type { AnswerOf, getReview } from '@mohlat/contract';
import { useCodeWords } from '../../lib/admin/codes.words.ts';
import { StatusTag } from '../../ui/status.tsx';

const TONES = { open: 'due', approved: 'ok', rejected: 'bad', withdrawn: 'neutral' } as const;

export function ReviewStatus({ status }: Pick<AnswerOf<typeof getReview>, 'status'>) {
  return <StatusTag tone={TONES[status]}>{useCodeWords().reviewStatuses[status]}</StatusTag>;
}

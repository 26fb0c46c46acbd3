import type { UserItem } from '@mohlat/contract';
import { StatusTag } from '../../ui/status.tsx';
import { useUsersWords } from './users.words.ts';

const TONES = { active: 'ok', blocked: 'bad', closed: 'neutral' } as const;

export function StateTag({ state }: Pick<UserItem, 'state'>) {
  return <StatusTag tone={TONES[state]}>{useUsersWords().states[state]}</StatusTag>;
}

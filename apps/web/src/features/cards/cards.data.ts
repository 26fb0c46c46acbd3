import { deleteCard, patchCard } from '@mohlat/contract';
import { call } from '../../lib/api.ts';
import { removeOnce } from '../../lib/remove-once.ts';

export const removeCard = (id: string) => removeOnce(call(deleteCard, { params: { id } }));
/** An empty name takes the one that stands there away. */
export const nameCard = (id: string, nickname: string) =>
  call(patchCard, { params: { id }, body: { nickname } });

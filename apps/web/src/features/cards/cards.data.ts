import { deleteCard } from '@mohlat/contract';
import { call } from '../../lib/api.ts';

export const removeCard = (id: string) => call(deleteCard, { params: { id } });

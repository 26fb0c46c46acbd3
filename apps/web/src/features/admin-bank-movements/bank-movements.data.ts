import {
  listBankMovements,
  proposeBankMovement,
  proposeMovementBack,
  type AnswerOf,
  type SentOf,
} from '@mohlat/contract';
import { listQuery } from '../../lib/admin/list.ts';
import { call } from '../../lib/api.ts';

export type Movement = AnswerOf<typeof listBankMovements>['items'][number];

export const movementsQuery = listQuery('bank-movements', {}, (place, signal) =>
  call(listBankMovements, { query: place, signal }),
);

export const propose = (body: SentOf<typeof proposeBankMovement, 'body'>) =>
  call(proposeBankMovement, { body });

export const proposeBack = (id: string, reason: string) =>
  call(proposeMovementBack, { params: { id }, body: { reason } });

import {
  getHardshipForStaff,
  listHardships,
  proposeHardshipExtension,
  type AnswerOf,
  type SentOf,
} from '@mohlat/contract';
import { queryOptions } from '@tanstack/react-query';
import { adminKeys } from '../../lib/admin/keys.ts';
import { listQuery, given, oneOf } from '../../lib/admin/list.ts';
import { call } from '../../lib/api.ts';

export type Hardship = AnswerOf<typeof getHardshipForStaff>;

export const STATES = ['active', 'ended'] as const;

export function hardshipsQuery(status: string) {
  const filters = given({ status: oneOf(STATES, status) });
  return listQuery('hardships', filters, (place, signal) =>
    call(listHardships, { query: { ...filters, ...place }, signal }),
  );
}

export const hardshipQuery = (id: string) =>
  queryOptions({
    queryKey: adminKeys.one('hardships', id),
    queryFn: ({ signal }) => call(getHardshipForStaff, { params: { id }, signal }),
  });

export const proposeExtension = (id: string, body: SentOf<typeof proposeHardshipExtension, 'body'>) =>
  call(proposeHardshipExtension, { params: { id }, body });

import { listReinstatements, type AnswerOf } from '@mohlat/contract';
import { given, oneOf } from '../../lib/admin/filters.ts';
import { listQuery } from '../../lib/admin/list.ts';
import { call } from '../../lib/api.ts';

export type SuspendedLimit = AnswerOf<typeof listReinstatements>['items'][number];

export const STATES = ['ready', 'owing'] as const;

export function limitsQuery(state: string) {
  const filters = given({ state: oneOf(STATES, state) });
  return listQuery('reinstatements', filters, (place, signal) =>
    call(listReinstatements, { query: { ...filters, ...place }, signal }),
  );
}

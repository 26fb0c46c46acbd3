import {
  ACCOUNT_STATES,
  addUserNote,
  blockUser,
  FUNNEL_STEPS,
  getUser,
  KYC_STANDINGS,
  listDeliveries,
  listUserNotes,
  listUsers,
  listUserTimeline,
  proposeLimit,
  proposeReinstatement,
  proposeUnblock,
  revealUserField,
  type Revealable,
  type UserTimelineKind,
} from '@mohlat/contract';
import { queryOptions } from '@tanstack/react-query';
import { adminKeys } from '../../lib/admin/keys.ts';
import { listQuery, given, oneOf } from '../../lib/admin/list.ts';
import { call } from '../../lib/api.ts';

export const FILTERS = ['search', 'state', 'kyc', 'isOverdue', 'from', 'to', 'reached'] as const;

export function usersQuery(values: Readonly<Record<(typeof FILTERS)[number], string>>) {
  const filters = given({
    search: values.search,
    state: oneOf(ACCOUNT_STATES, values.state),
    kyc: oneOf(KYC_STANDINGS, values.kyc),
    isOverdue: values.isOverdue === 'true' ? true : undefined,
    from: values.from,
    to: values.to,
    reached: oneOf(FUNNEL_STEPS, values.reached),
  });
  return listQuery('users', filters, (place, signal) =>
    call(listUsers, { query: { ...filters, ...place }, signal }),
  );
}

export const userQuery = (id: string) =>
  queryOptions({
    queryKey: adminKeys.one('users', id),
    queryFn: ({ signal }) => call(getUser, { params: { id }, signal }),
  });

const STORY_SIZE = 20;

/** The story of a person, all of it or of one kind. Shorter pages than a list's: it stands beside other things. */
export function timelineQuery(id: string, kind: UserTimelineKind | undefined) {
  const filters = given({ kind });
  return listQuery('user-timeline', { id, ...filters }, (place, signal) =>
    call(listUserTimeline, { params: { id }, query: { ...filters, ...place, limit: STORY_SIZE }, signal }),
  );
}

export const deliveriesQuery = (id: string) =>
  listQuery('user-deliveries', { id }, (place, signal) =>
    call(listDeliveries, { params: { id }, query: { ...place, limit: STORY_SIZE }, signal }),
  );

export const notesQuery = (id: string) =>
  listQuery('user-notes', { id }, (place, signal) =>
    call(listUserNotes, { params: { id }, query: place, signal }),
  );

export const addNote = (id: string, text: string) => call(addUserNote, { params: { id }, body: { text } });
export const block = (id: string, reason: string, isFraud: boolean) =>
  call(blockUser, { params: { id }, body: { reason, ...(isFraud ? { isFraud } : {}) } });
export const markFraud = (id: string, reason: string) => block(id, reason, true);
export const unblock = (id: string, reason: string) =>
  call(proposeUnblock, { params: { id }, body: { reason } });
export const reinstate = (id: string, reason: string) =>
  call(proposeReinstatement, { params: { id }, body: { reason } });
export const propose = (id: string, limitPaise: number, reason: string) =>
  call(proposeLimit, { params: { id }, body: { limitPaise, reason } });
export const reveal = (id: string, field: Revealable, reason: string) =>
  call(revealUserField, { params: { id }, body: { field, reason } });

import {
  answerSupportRequest,
  type SentOf,
  getSupportRequest,
  listSupportRequests,
  openSupportRequest,
} from '@mohlat/contract';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { isLost } from '../../lib/intent.ts';
import { keys } from '../../lib/keys.ts';
import { readWithin } from '../../lib/lost-answer.ts';

export type SupportMessage = Omit<SentOf<typeof openSupportRequest, 'body'>, 'language'>;

export const sendMessage = (body: SupportMessage) => call(openSupportRequest, { body });

interface Sending<T> {
  /** An earlier sending of the same was lost: it may have arrived. */
  readonly wasLost: boolean;
  /** Finds what was sent among what has arrived. */
  readonly look: () => Promise<T | undefined>;
  readonly send: () => Promise<T>;
}

/**
 * Sends what the server would take twice. Where an answer was lost, it is looked for before it is sent again, and once at the
 * end. Throws what sending throws.
 */
export async function sendUnlessArrived<T>({ wasLost, look, send }: Sending<T>): Promise<T> {
  const earlier = wasLost ? await look() : undefined;
  if (earlier !== undefined) return earlier;
  try {
    return await send();
  } catch (error) {
    const arrived = isLost(error) ? await look().catch(() => undefined) : undefined;
    if (arrived === undefined) throw error;
    return arrived;
  }
}

/** The ids of the newest requests there are; undefined where they cannot be read: writing to us waits for no list. */
export async function readKnown(): Promise<readonly string[] | undefined> {
  const list = await readWithin((signal) => call(listSupportRequests, { query: { limit: 5 }, signal })).catch(
    () => undefined,
  );
  return list?.items.map(({ id }) => id);
}

/** The newest of the person's requests under this subject that is none of those known before. */
export async function findNewRequest(subject: string, known: ReadonlySet<string>) {
  const { items } = await readWithin((signal) => call(listSupportRequests, { query: { limit: 5 }, signal }));
  const asKept = subject.replaceAll(/\s+/g, ' ').trim();
  return items.find((item) => !known.has(item.id) && item.subject === asKept);
}

/** The conversation, where a line of the person's with this text is none of those known before. */
export async function findAnswered(id: string, message: string, known: ReadonlySet<string>) {
  const thread = await readWithin((signal) => call(getSupportRequest, { params: { id }, signal }));
  const isThere = thread.lines.some(
    (line) => line.from === 'sender' && !known.has(line.id) && line.text === message.trim(),
  );
  return isThere ? thread : undefined;
}

export const requestsQuery = infiniteQueryOptions({
  queryKey: keys.supportRequests,
  queryFn: ({ pageParam, signal }) =>
    call(listSupportRequests, {
      query: { limit: 5, ...(pageParam === '' ? {} : { cursor: pageParam }) },
      signal,
    }),
  initialPageParam: '',
  getNextPageParam: (page) => page.nextCursor,
});

export const requestQuery = (id: string) =>
  queryOptions({
    queryKey: keys.supportRequest(id),
    queryFn: ({ signal }) => call(getSupportRequest, { params: { id }, signal }),
  });

export const answerRequest = (id: string, message: string) =>
  call(answerSupportRequest, { params: { id }, body: { message } });

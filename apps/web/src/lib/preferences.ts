import { type SentOf, getPreferences, putPreferences } from '@mohlat/contract';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from './api.ts';
import { keys } from './keys.ts';

export type PreferencesChange = SentOf<typeof putPreferences, 'body'>;

export const preferencesQuery = queryOptions({
  queryKey: keys.preferences,
  queryFn: ({ signal }) => call(getPreferences, { signal }),
});

/** The last change on its way; the next one waits for it, or two sent at once could arrive in the other order. */
let last: Promise<unknown> = Promise.resolve();
let waiting = 0;

/** Stores a change after those before it. While another one waits, an answer is old before it is shown. */
export function storePreferences(client: QueryClient, change: PreferencesChange): Promise<void> {
  waiting += 1;
  const stored = last
    .then(() => call(putPreferences, { body: change }))
    .finally(() => (waiting -= 1))
    .then((answer) => {
      if (waiting === 0) client.setQueryData(keys.preferences, answer);
      // The server tells notices in the language of now.
      if (change.language !== undefined) void client.invalidateQueries({ queryKey: keys.notifications });
    });
  last = stored.catch(() => undefined);
  return stored;
}

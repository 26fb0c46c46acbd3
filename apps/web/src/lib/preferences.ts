import { getPreferences } from '@mohlat/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from './api.ts';
import { keys } from './keys.ts';

export const preferencesQuery = queryOptions({
  queryKey: keys.preferences,
  queryFn: ({ signal }) => call(getPreferences, { signal }),
});

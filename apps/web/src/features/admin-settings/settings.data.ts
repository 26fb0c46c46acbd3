import {
  getAdminSettings,
  listSettingsVersions,
  type Pausable,
  previewSettings,
  putPause,
  putSettings,
  withdrawSettings,
  type SentOf,
} from '@mohlat/contract';
import { queryOptions } from '@tanstack/react-query';
import { adminKeys } from '../../lib/admin/keys.ts';
import { listQuery } from '../../lib/admin/list.ts';
import { call } from '../../lib/api.ts';

export const settingsQuery = queryOptions({
  queryKey: adminKeys.one('settings', 'now'),
  queryFn: ({ signal }) => call(getAdminSettings, { signal }),
});

export const versionsQuery = () =>
  listQuery('settings-versions', {}, (place, signal) => call(listSettingsVersions, { query: place, signal }));

export const preview = (body: SentOf<typeof previewSettings, 'body'>) => call(previewSettings, { body });
export const put = (body: SentOf<typeof putSettings, 'body'>) => call(putSettings, { body });
export const setPause = (capability: Pausable, body: SentOf<typeof putPause, 'body'>) =>
  call(putPause, { params: { capability }, body });
export const withdraw = (version: number, reason: string) =>
  call(withdrawSettings, { params: { version }, body: { reason } });

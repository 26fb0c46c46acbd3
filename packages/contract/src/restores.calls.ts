import { declareCall } from './endpoint.ts';

/** So many restores are listed, the newest first. */
export const RESTORES_SHOWN = 10;
/** So many days after a restore's instant are listed, the newest first. */
export const RESTORE_DAYS_SHOWN = 31;

export const listRestores = declareCall({
  name: 'listRestores',
  method: 'GET',
  path: '/admin/restores',
  access: 'admin',
  roles: ['finance', 'admin'],
});

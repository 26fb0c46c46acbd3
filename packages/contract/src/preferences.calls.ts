import { declareCall } from './endpoint.ts';

export const getPreferences = declareCall({
  name: 'getPreferences',
  method: 'GET',
  path: '/me/preferences',
});

export const putPreferences = declareCall({
  name: 'putPreferences',
  method: 'PUT',
  path: '/me/preferences',
});

import { declareCall } from './endpoint.ts';

export const listSessions = declareCall({
  name: 'listSessions',
  method: 'GET',
  path: '/me/sessions',
});

export const endSession = declareCall({
  name: 'endSession',
  method: 'DELETE',
  path: '/me/sessions/{id}',
});

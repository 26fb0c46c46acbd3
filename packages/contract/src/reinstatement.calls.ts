import { declareCall } from './endpoint.ts';

/** By what suspended limits are listed: `waiting` are those that can be proposed and are not. */
export const REINSTATEMENT_STATES = ['waiting', 'ready', 'owing'] as const;

export const listReinstatements = declareCall({
  name: 'listReinstatements',
  method: 'GET',
  path: '/admin/credit/reinstatements',
  access: 'admin',
  roles: ['risk', 'admin'],
});

export const proposeReinstatement = declareCall({
  name: 'proposeReinstatement',
  method: 'POST',
  path: '/admin/users/{id}/credit/reinstatement',
  access: 'admin',
  roles: ['risk'],
  stepUp: true,
});

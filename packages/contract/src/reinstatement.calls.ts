import { declareCall } from './endpoint.ts';

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

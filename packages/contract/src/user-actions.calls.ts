import { declareCall } from './endpoint.ts';
import { STAFF_ROLES } from './staff-roles.ts';

/** Fields that are shown masked until staff say why they need to see them. */
export const REVEALABLE = ['email', 'mobile', 'pan', 'dateOfBirth', 'address'] as const;
export type Revealable = (typeof REVEALABLE)[number];

export const revealUserField = declareCall({
  name: 'revealUserField',
  method: 'POST',
  path: '/admin/users/{id}/reveal',
  access: 'admin',
  roles: ['support', 'risk', 'admin'],
  stepUp: true,
});

export const listUserNotes = declareCall({
  name: 'listUserNotes',
  method: 'GET',
  path: '/admin/users/{id}/notes',
  access: 'admin',
  roles: STAFF_ROLES,
});

export const addUserNote = declareCall({
  name: 'addUserNote',
  method: 'POST',
  path: '/admin/users/{id}/notes',
  access: 'admin',
  roles: STAFF_ROLES,
  stepUp: false,
});

export const changeUserNote = declareCall({
  name: 'changeUserNote',
  method: 'PATCH',
  path: '/admin/users/{id}/notes/{noteId}',
  access: 'admin',
  roles: STAFF_ROLES,
  stepUp: false,
});

export const blockUser = declareCall({
  name: 'blockUser',
  method: 'POST',
  path: '/admin/users/{id}/block',
  access: 'admin',
  roles: ['support', 'risk'],
  stepUp: true,
});

export const proposeUnblock = declareCall({
  name: 'proposeUnblock',
  method: 'POST',
  path: '/admin/users/{id}/unblock',
  access: 'admin',
  roles: ['support', 'risk'],
  stepUp: true,
});

export const proposeLimit = declareCall({
  name: 'proposeLimit',
  method: 'POST',
  path: '/admin/users/{id}/credit/limit',
  access: 'admin',
  roles: ['risk'],
  stepUp: true,
});

/** One call for what the three before do one by one, as programs that change an account's fields know it. */
export const changeUser = declareCall({
  name: 'changeUser',
  method: 'PATCH',
  path: '/admin/users/{id}',
  access: 'admin',
  roles: ['support', 'risk'],
  stepUp: true,
});

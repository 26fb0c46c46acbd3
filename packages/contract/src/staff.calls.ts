import { declareCall } from './endpoint.ts';
import { STAFF_ROLES } from './staff-roles.ts';

export const getStaffMember = declareCall({
  name: 'getStaffMember',
  method: 'GET',
  path: '/admin/me',
  access: 'admin',
  roles: STAFF_ROLES,
});

export const listStaff = declareCall({
  name: 'listStaff',
  method: 'GET',
  path: '/admin/staff',
  access: 'admin',
  roles: STAFF_ROLES,
});

import { declareCall } from './endpoint.ts';

/** Why a person cannot pay on time, in their own choice of words. */
export const HARDSHIP_REASONS = ['job_loss', 'illness', 'family', 'disaster', 'other'] as const;
export type HardshipReason = (typeof HARDSHIP_REASONS)[number];

export const getHardship = declareCall({
  name: 'getHardship',
  method: 'GET',
  path: '/payments/{id}/hardship',
});

export const tellHardship = declareCall({
  name: 'tellHardship',
  method: 'POST',
  path: '/payments/{id}/hardship',
});

export const listHardships = declareCall({
  name: 'listHardships',
  method: 'GET',
  path: '/admin/hardships',
  access: 'admin',
  roles: ['support', 'risk', 'admin'],
});

/** So many days one may last in all, counted from the day it was told. Rule: LEND-23 */
export const HARDSHIP_DAYS_MAX = 90;

export const getHardshipForStaff = declareCall({
  name: 'getHardshipForStaff',
  method: 'GET',
  path: '/admin/hardships/{id}',
  access: 'admin',
  roles: ['support', 'risk', 'admin'],
});

export const proposeHardshipExtension = declareCall({
  name: 'proposeHardshipExtension',
  method: 'POST',
  path: '/admin/hardships/{id}/extension',
  access: 'admin',
  roles: ['support', 'risk'],
  stepUp: true,
});

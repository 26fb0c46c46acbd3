import type { Feature } from '#features/feature.ts';
import { registerStaff } from './staff.routes.ts';
import { createStaffService } from './staff.service.ts';

export const staff: Feature = {
  name: 'staff',
  routes: (endpoints, parts) => registerStaff(endpoints, createStaffService(parts)),
};

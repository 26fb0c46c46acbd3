import { getStaffMember, listStaff } from '@mohlat/contract';
import type { Feature } from '#features/feature.ts';
import type { EndpointRegistry } from '#platform/http/endpoints.ts';
import { createStaffService, type StaffService } from './staff.service.ts';

export const staff: Feature = {
  name: 'staff',
  routes: (endpoints, parts) => registerStaff(endpoints, createStaffService(parts)),
};

function registerStaff(endpoints: EndpointRegistry, staff: StaffService): void {
  endpoints.handle(getStaffMember, ({ actor }) => staff.me(actor));
  endpoints.handle(listStaff, ({ actor, query }) => staff.list(actor, query));
}

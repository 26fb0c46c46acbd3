import { getStaffMember, listStaff } from '@mohlat/contract';
import type { EndpointRegistry } from '#platform/http/endpoints.ts';
import type { StaffService } from './staff.service.ts';

export function registerStaff(endpoints: EndpointRegistry, staff: StaffService): void {
  endpoints.handle(getStaffMember, ({ actor }) => staff.me(actor));
  endpoints.handle(listStaff, ({ actor }) => staff.list(actor));
}

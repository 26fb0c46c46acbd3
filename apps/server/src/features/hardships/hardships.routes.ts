import {
  getHardship,
  getHardshipForStaff,
  listHardships,
  proposeHardshipExtension,
  tellHardship,
} from '@mohlat/contract';
import type { EndpointRegistry } from '#platform/http/endpoints.ts';
import type { HardshipsService } from './hardships.service.ts';
import type { StaffHardshipsService } from './hardships.staff.service.ts';

export function registerHardships(
  endpoints: EndpointRegistry,
  hardships: HardshipsService,
  forStaff: StaffHardshipsService,
): void {
  endpoints.handle(getHardship, ({ actor, params }) => hardships.get(actor, params.id));
  endpoints.handle(tellHardship, ({ actor, params, body }) => hardships.tell(actor, params.id, body));
  endpoints.handle(listHardships, ({ actor, query, trace }) => hardships.list(actor, query, trace));
  endpoints.handle(getHardshipForStaff, ({ actor, params, trace }) => forStaff.get(actor, params.id, trace));
  endpoints.handle(proposeHardshipExtension, ({ actor, params, body, trace }) =>
    forStaff.extend(actor, params.id, body, trace),
  );
}

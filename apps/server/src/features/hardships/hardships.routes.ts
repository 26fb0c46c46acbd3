import {
  getHardship,
  getHardshipForStaff,
  listHardships,
  proposeHardshipExtension,
  tellHardship,
} from '@mohlat/contract';
import { traceOf } from '#features/approvals/index.ts';
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
  endpoints.handle(listHardships, ({ actor, query, request }) =>
    hardships.list(actor, query, traceOf(request)),
  );
  endpoints.handle(getHardshipForStaff, ({ actor, params, request }) =>
    forStaff.get(actor, params.id, traceOf(request)),
  );
  endpoints.handle(proposeHardshipExtension, ({ actor, params, body, request }) =>
    forStaff.extend(actor, params.id, body, traceOf(request)),
  );
}

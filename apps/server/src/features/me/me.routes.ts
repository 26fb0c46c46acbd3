import { getMe, patchProfile, putOnboarding } from '@mohlat/contract';
import { clientAddress } from '#platform/http/client-address.ts';
import type { EndpointRegistry } from '#platform/http/endpoints.ts';
import type { MeService } from './me.service.ts';

export function registerMe(endpoints: EndpointRegistry, me: MeService): void {
  endpoints.handle(getMe, ({ actor }) => me.get(actor));
  endpoints.handle(putOnboarding, ({ actor, body }) => me.onboard(actor, body));
  endpoints.handle(patchProfile, ({ actor, body, request }) => me.patch(actor, body, clientAddress(request)));
}

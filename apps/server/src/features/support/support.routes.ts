import { sendSupportMessage } from '@mohlat/contract';
import { clientAddress } from '#platform/http/client-address.ts';
import type { EndpointRegistry } from '#platform/http/endpoints.ts';
import type { SupportService } from './support.service.ts';

export function registerSupport(endpoints: EndpointRegistry, support: SupportService): void {
  endpoints.handle(sendSupportMessage, ({ body }) => support.take(body), {
    before: (request) => support.count(clientAddress(request)),
  });
}

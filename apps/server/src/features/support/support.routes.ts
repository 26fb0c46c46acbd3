import { sendSupportMessage } from '@mohlat/contract';
import type { EndpointRegistry } from '#platform/http/endpoints.ts';
import type { SupportService } from './support.service.ts';

export function registerSupport(endpoints: EndpointRegistry, support: SupportService): void {
  endpoints.handle(sendSupportMessage, ({ body, request }) => support.take(body, request.ip));
}

import {
  answerSupportRequest,
  getSupportRequest,
  listSupportRequests,
  openSupportRequest,
  sendSupportMessage,
} from '@mohlat/contract';
import { clientAddress } from '#platform/http/client-address.ts';
import type { EndpointRegistry } from '#platform/http/endpoints.ts';
import type { SupportService } from './support.service.ts';

export function registerSupport(endpoints: EndpointRegistry, support: SupportService): void {
  endpoints.handle(sendSupportMessage, ({ body }) => support.take(body), {
    before: (request) => support.count(clientAddress(request)),
  });
  endpoints.handle(openSupportRequest, ({ actor, body }) => support.open(actor, body), {
    before: (request) => support.count(clientAddress(request)),
  });
  endpoints.handle(listSupportRequests, ({ actor, query }) => support.list(actor, query));
  endpoints.handle(getSupportRequest, ({ actor, params }) => support.get(actor, params.id));
  endpoints.handle(answerSupportRequest, ({ actor, params, body }) =>
    support.answer(actor, params.id, body.message),
  );
}

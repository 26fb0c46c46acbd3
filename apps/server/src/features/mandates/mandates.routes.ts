import { cancelMandate, getMandateOffer, listMandates, startMandate } from '@mohlat/contract';
import type { EndpointRegistry } from '#platform/http/endpoints.ts';
import type { MandatesService } from './mandates.service.ts';

export function registerMandates(endpoints: EndpointRegistry, mandates: MandatesService): void {
  endpoints.handle(listMandates, ({ actor, query }) => mandates.list(actor, query));
  endpoints.handle(getMandateOffer, ({ actor, params }) => mandates.offer(actor, params.id));
  endpoints.handle(startMandate, ({ actor, body, request }) => mandates.start(actor, body, request.id));
  endpoints.handle(cancelMandate, ({ actor, params }) => mandates.cancel(actor, params.id));
}

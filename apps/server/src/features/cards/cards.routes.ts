import { createCard, deleteCard, fetchBill, listCards, patchCard } from '@mohlat/contract';
import type { EndpointRegistry } from '#platform/http/endpoints.ts';
import type { CardsService } from './cards.service.ts';

export function registerCards(endpoints: EndpointRegistry, cards: CardsService): void {
  endpoints.handle(listCards, async ({ actor }) => ({ items: await cards.list(actor), nextCursor: null }));
  endpoints.handle(createCard, ({ actor, body }) => cards.create(actor, body));
  endpoints.handle(patchCard, ({ actor, params, body }) => cards.rename(actor, params.id, body.nickname));
  endpoints.handle(deleteCard, ({ actor, params }) => cards.remove(actor, params.id));
  endpoints.handle(fetchBill, ({ actor, params, request }) => cards.fetchBill(actor, params.id, request.id));
}

import { createCard, deleteCard, fetchBill, listCards, patchCard } from '@mohlat/contract';
import type { Feature } from '#features/feature.ts';
import type { EndpointRegistry } from '#platform/http/endpoints.ts';
import { type CardsService, createCardsService } from './cards.service.ts';

export const cards: Feature = {
  name: 'cards',
  routes: (endpoints, parts) => registerCards(endpoints, createCardsService(parts)),
  personalData: [
    {
      table: 'cards',
      topic: 'cards',
      title: { en: 'Cards', hi: 'कार्ड' },
      fate: {
        visitor: 'erase',
        applicant: 'erase',
        customer: {
          keep: 'books',
          // Bank and last four digits belong to the payment; a card that paid nothing goes.
          eraseWhere: `not exists (select 1 from payments p where p.user_id = t.user_id and p.card_id = t.id)`,
          blank:
            "name_on_card = '', nickname = null, expiry = '', fingerprint = '', removed_at = coalesce(removed_at, created_at)" +
            ', bill_fetch_ref = null, bill_fetch_began_at = null, bill_fetch_mobile_hash = null',
          atEnd: 'archive',
        },
      },
    },
    {
      table: 'bill_fetches',
      topic: 'cards',
      title: { en: 'Fetched bills', hi: 'मँगाए गए बिल' },
      fate: {
        visitor: 'erase',
        applicant: 'erase',
        customer: {
          keep: 'books',
          eraseWhere: `not exists (select 1 from payments p where p.user_id = t.user_id and p.bill_fetch_id = t.id)
          and not exists (select 1 from quotes q where q.user_id = t.user_id and q.bill_fetch_id = t.id and q.payment_id is not null)`,
          // At times the name of somebody else; it was asked for to warn of that before the bill is paid.
          blank: 'customer_name = null, mobile_hash = null',
          atEnd: { blank: 'customer_name = null, bill_number = null, mobile_hash = null' },
        },
      },
    },
  ],
};

function registerCards(endpoints: EndpointRegistry, cards: CardsService): void {
  endpoints.handle(listCards, ({ actor, query }) => cards.list(actor, query));
  endpoints.handle(createCard, ({ actor, body }) => cards.create(actor, body));
  endpoints.handle(patchCard, ({ actor, params, body }) => cards.rename(actor, params.id, body.nickname));
  endpoints.handle(deleteCard, ({ actor, params }) => cards.remove(actor, params.id));
  endpoints.handle(fetchBill, ({ actor, params, request }) => cards.fetchBill(actor, params.id, request.id));
}

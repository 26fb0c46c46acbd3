import { listSupportMessages } from '@mohlat/contract';
import { to } from '../../lib/addresses.ts';
import { type SearchKind, SHOWN_MAX } from '../../lib/admin/search.ts';
import { call } from '../../lib/api.ts';

/** A ticket as a person wrote it down; a name may begin with the same letter, and has no digit or hyphen after it. */
const TICKET = /^m(?:[\s-]|(?=.*\d))[\s\da-z-]{3,19}$/i;

export const ticketSearch = (): SearchKind => ({
  key: 'search-tickets',
  place: 3,
  title: { en: 'Tickets', hi: 'टिकट' },
  list: to('/admin/support'),
  reads: listSupportMessages,
  matches: (text) => TICKET.test(text),
  find: async (text, signal) => {
    const query = { ticket: text, limit: SHOWN_MAX };
    const { items, nextCursor } = await call(listSupportMessages, { query, signal });
    return {
      isMore: nextCursor !== null,
      items: items.map(({ id, name, ticket, subject }) => ({
        id,
        to: to('/admin/support/:id', { id }),
        name,
        detail: [ticket, subject].join(' · '),
      })),
    };
  },
});

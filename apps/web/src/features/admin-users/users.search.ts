import { listUsers } from '@mohlat/contract';
import { to } from '../../lib/addresses.ts';
import { type SearchKind, SHOWN_MAX } from '../../lib/admin/search.ts';
import { call } from '../../lib/api.ts';

export const peopleSearch = (): SearchKind => ({
  key: 'search-people',
  place: 1,
  title: { en: 'People', hi: 'लोग' },
  list: to('/admin/users'),
  reads: listUsers,
  matches: () => true,
  find: async (text, signal) => {
    const query = { search: text, limit: SHOWN_MAX };
    const { items, nextCursor } = await call(listUsers, { query, signal });
    return {
      isMore: nextCursor !== null,
      items: items.map(({ id, name, emailMasked, mobileMasked }) => ({
        id,
        to: to('/admin/users/:id', { id }),
        name,
        detail: [emailMasked, mobileMasked].filter((one) => one !== null).join(' · '),
      })),
    };
  },
});

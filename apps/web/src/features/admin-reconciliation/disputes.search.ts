import { listChargebacks } from '@mohlat/contract';
import { to } from '../../lib/addresses.ts';
import { type SearchKind, SHOWN_MAX } from '../../lib/admin/search.ts';
import { call } from '../../lib/api.ts';

/** A dispute’s name at the rail. */
const DISPUTE = /^disp_\w{3,59}$/;

export const disputeSearch = (): SearchKind => ({
  key: 'search-disputes',
  place: 4,
  title: { en: 'Disputes', hi: 'विवाद' },
  list: to('/admin/reconciliation'),
  reads: listChargebacks,
  matches: (text) => DISPUTE.test(text),
  find: async (text, signal) => {
    const query = { disputeRef: text, limit: SHOWN_MAX };
    const { items, nextCursor } = await call(listChargebacks, { query, signal });
    return {
      isMore: nextCursor !== null,
      items: items.map(({ id, disputeRef, phase, reasonCode, amountPaise }) => ({
        id,
        to: to('/admin/chargebacks/:id', { id }),
        name: disputeRef,
        detail: [phase, reasonCode].filter((one) => one !== null).join(' · '),
        amountPaise,
      })),
    };
  },
});

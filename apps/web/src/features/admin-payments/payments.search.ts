import { listAdminPayments } from '@mohlat/contract';
import { to } from '../../lib/addresses.ts';
import { type SearchKind, SHOWN_MAX } from '../../lib/admin/search.ts';
import { call } from '../../lib/api.ts';
import { maskedCardLabel } from '../../lib/format.ts';

/** The least that may be searched for, as the endpoint asks it. One more than for people. */
const PAYMENT_MIN = 4;
const TOO_SHORT = {
  en: 'Payments are found from four characters on.',
  hi: 'भुगतान चार अक्षरों से मिलते हैं।',
};

export const paymentsSearch = (): SearchKind => ({
  key: 'search-payments',
  place: 2,
  title: { en: 'Payments', hi: 'भुगतान' },
  list: to('/admin/payments'),
  reads: listAdminPayments,
  matches: (text) => text.length >= PAYMENT_MIN,
  short: (text) => (text.length < PAYMENT_MIN ? TOO_SHORT : undefined),
  find: async (text, signal) => {
    const query = { search: text, limit: SHOWN_MAX };
    const { items, nextCursor } = await call(listAdminPayments, { query, signal });
    return {
      isMore: nextCursor !== null,
      items: items.map(({ id, account, bankName, cardMasked, ourReference, amountPaise }) => ({
        id,
        to: to('/admin/payments/:id', { id }),
        name: account.name,
        detail: [maskedCardLabel(bankName, cardMasked), ourReference].filter(Boolean).join(' · '),
        amountPaise,
      })),
    };
  },
});

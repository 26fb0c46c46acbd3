import { listAdminPayments, listSupportMessages, listUsers } from '@mohlat/contract';
import { adminKeys } from '../../lib/admin/keys.ts';
import { call } from '../../lib/api.ts';
import { maskedCardLabel } from '../../lib/format.ts';
import { to } from '../../lib/addresses.ts';

/** As many of each kind as are seen at a glance. */
const SHOWN_MAX = 5;
/** The least that may be searched for, as the endpoints ask it. */
export const PERSON_MIN = 3;
export const PAYMENT_MIN = 4;

/** Something found: where it leads, and what is said of it. */
export interface Hit {
  readonly id: string;
  readonly to: string;
  readonly name: string | null;
  readonly detail: string;
  readonly amountPaise?: number;
}
interface Hits {
  readonly items: readonly Hit[];
  readonly isMore: boolean;
}

export const peopleQuery = (text: string, isWanted: boolean) => ({
  queryKey: adminKeys.list('search-people', text),
  enabled: isWanted && text.length >= PERSON_MIN,
  retry: false,
  queryFn: async ({ signal }: { readonly signal: AbortSignal }): Promise<Hits> => {
    const { items, nextCursor } = await call(listUsers, {
      query: { search: text, limit: SHOWN_MAX },
      signal,
    });
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

export const paymentsQuery = (text: string, isWanted: boolean) => ({
  queryKey: adminKeys.list('search-payments', text),
  enabled: isWanted && text.length >= PAYMENT_MIN,
  retry: false,
  queryFn: async ({ signal }: { readonly signal: AbortSignal }): Promise<Hits> => {
    const { items, nextCursor } = await call(listAdminPayments, {
      query: { search: text, limit: SHOWN_MAX },
      signal,
    });
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

/** A ticket as somebody wrote it down; a name may begin with the same letter, and has no digit or hyphen after it. */
const TICKET = /^m(?:[\s-]|(?=.*\d))[\s\da-z-]{3,19}$/i;

export const ticketsQuery = (text: string, isWanted: boolean) => ({
  queryKey: adminKeys.list('search-tickets', text),
  enabled: isWanted && TICKET.test(text),
  retry: false,
  queryFn: async ({ signal }: { readonly signal: AbortSignal }): Promise<Hits> => {
    const { items, nextCursor } = await call(listSupportMessages, {
      query: { ticket: text, limit: SHOWN_MAX },
      signal,
    });
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

import { defineWords } from '../../lib/i18n.tsx';

export const en = {
  title: 'Search',
  text: 'What you search for is written to the audit log.',
  label: 'Person, payment or reference',
  hint: 'A name’s beginning, a mobile’s or card’s last four digits; an address, PAN, ticket, id or a payment’s reference in full. Disputes stand in Reconciliation.',
  search: 'Search',
  people: 'People',
  payments: 'Payments',
  tickets: 'Tickets',
  short: 'Type three characters or more',
  /** A search of payments asks for one more than one of people. */
  shortForPayments: 'Payments are found from four characters on.',
  found: (count: number) =>
    count === 0 ? 'Nothing found.' : `${count} found. The arrow keys walk them, Enter opens.`,
  more: (list: string) => `All of them in ${list}`,
  failed: 'This could not be searched.',
};

export type SearchWords = typeof en;

export const useSearchWords = defineWords(en, () => import('./words.hi.ts').then((module) => module.hi));

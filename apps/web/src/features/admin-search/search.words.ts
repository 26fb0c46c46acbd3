import { defineWords } from '../../lib/i18n.tsx';

export const en = {
  title: 'Search',
  text: 'What you search for is written to the audit log.',
  label: 'Person, payment or reference',
  hint: 'A name’s beginning, a mobile’s or card’s last four digits; an address, PAN, ticket, id or the reference of a payment or dispute in full.',
  search: 'Search',
  short: 'Type three characters or more',
  found: (count: number) =>
    count === 0 ? 'Nothing found.' : `${count} found. The arrow keys walk them, Enter opens.`,
  more: (list: string) => `All of them in ${list}`,
  failed: 'This could not be searched.',
};

export type SearchWords = typeof en;

export const useSearchWords = defineWords(en, () => import('./words.hi.ts').then((module) => module.hi));

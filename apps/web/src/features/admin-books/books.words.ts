import { defineWords } from '../../lib/i18n.tsx';

export const en = {
  title: 'Books',
  through: 'Through the end of',
  show: 'Show',
  balance: 'Trial balance',
  balanced: 'Debits and credits are the same.',
  unbalanced: 'Debits and credits are not the same. Call engineering now.',
  accountKinds: {
    A: 'Asset',
    L: 'Liability',
    I: 'Income',
    E: 'Expense',
    Q: 'Equity',
    M: 'Memo',
  },
  opening: 'Before this month',
  debit: 'Debit',
  credit: 'Credit',
  debitMark: 'Dr',
  creditMark: 'Cr',
  closing: 'At the end',
  total: 'Total of the month',
  empty: 'Nothing is posted up to this day.',
  proof: 'Invariants',
  neverProven: 'They were not proven yet.',
  provenAt: (time: string) => `Proven at ${time}`,
  fileName: (day: string) => `ledger-${day}.csv`,
  taxRegister: 'GST register',
  taxRegisterText:
    'Invoices and credit notes of our fees by the day they were issued, for the return. It is written down who takes it.',
  to: 'To',
  taxFileName: (from: string, to: string) => `gst-${from}-${to}.csv`,
  prove: 'Prove now',
  proving: 'Being proven; refresh in a moment.',
  invariant: 'Rule',
  /** By their ids, where the server's English is not what is read. */
  sentences: {} as Readonly<Record<string, string>>,
  breaches: 'Breaches',
};

export type BooksWords = typeof en;

export const useBooksWords = defineWords(en, () => import('./words.hi.ts').then((module) => module.hi));

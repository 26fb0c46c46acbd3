import { defineWords } from '../../lib/i18n.tsx';

export const en = {
  title: 'Bank movements',
  subtitle:
    'What the bank account and the float moved without a payment: tax paid, money put in or taken out, top-ups, charges. Two people book it.',
  empty: 'Nothing was booked yet.',
  kind: 'Movement',
  amount: 'Amount',
  valueOn: 'Value date',
  reference: 'Reference',
  bookedAt: 'Booked',
  takenBackAt: 'Taken back',
  state: 'State',
  states: { standing: 'In the books', takenBack: 'Taken back' },
  decision: 'Decision',
  openDecision: 'Open it',
  byOperator: 'An operator, on the machine',
  book: 'Book a movement',
  bookText: 'Copy it from the statement. A second person approves it; then it is in the books.',
  referenceHint: 'The bank’s UTR, the challan’s number, or the rail’s.',
  missing: 'Fill in every field.',
  back: 'Take it back',
  backText:
    'A second person approves it; then the opposite is booked, and its reference is free to be booked anew.',
  proposed: 'Proposed; a colleague decides',
};

export type BankMovementsWords = typeof en;

export const useBankMovementsWords = defineWords(en, () =>
  import('./words.hi.ts').then((module) => module.hi),
);

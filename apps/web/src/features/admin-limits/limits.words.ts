import { defineWords } from '../../lib/i18n.tsx';

export const en = {
  title: 'Suspended limits',
  subtitle: 'Suspended for long arrears. Repayment alone does not lift it: two people decide.',
  empty: 'No repaid limits to reinstate.',
  emptyOwing: 'No suspended borrower still owes.',
  state: 'State',
  states: { ready: 'Repaid, can be proposed', owing: 'Something is still overdue' },
  name: 'Account',
  limit: 'Limit',
  used: 'Used',
  since: 'Suspended',
  late: 'Days late',
  proposal: 'Proposal',
  waits: 'Waits for a second person',
};

export type LimitsWords = typeof en;

export const useLimitsWords = defineWords(en, () => import('./words.hi.ts').then((module) => module.hi));

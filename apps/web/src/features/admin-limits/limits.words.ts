import { defineWords } from '../../lib/i18n.tsx';

export const en = {
  title: 'Suspended limits',
  subtitle:
    'Suspended for long arrears or a disputed repayment. Repayment alone does not lift it: two people decide.',
  empty: 'No repaid limits to reinstate.',
  emptyOwing: 'No suspended borrower still owes.',
  states: {
    waiting: 'Repaid, not proposed yet',
    ready: 'Repaid, can be proposed',
    owing: 'Something is overdue or in dispute',
  },
  name: 'Account',
  limit: 'Limit',
  used: 'Used',
  since: 'Suspended',
  why: 'Why',
  late: 'Days late',
  disputes: 'Open disputes',
  proposal: 'Proposal',
  waits: 'Waits for a second person',
};

export type LimitsWords = typeof en;

export const useLimitsWords = defineWords(en, () => import('./words.hi.ts').then((module) => module.hi));

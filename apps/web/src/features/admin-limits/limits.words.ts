import { defineWords } from '../../lib/i18n.tsx';

export const en = {
  title: 'Suspended limits',
  subtitle:
    'Suspended because something was late for long. What is repaid frees nothing by itself: two people decide.',
  empty: 'Nobody who has repaid waits for their limit.',
  emptyOwing: 'Nobody is suspended who still owes.',
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

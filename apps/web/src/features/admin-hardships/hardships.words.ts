import { defineWords } from '../../lib/i18n.tsx';

export const en = {
  title: 'Hardships',
  subtitle: 'Who said that they cannot pay on time. Reminders and new late charges rest meanwhile.',
  empty: 'Nobody is in hardship now.',
  emptyFiltered: 'None has ended yet.',
  states: { active: 'Going on', ended: 'Over' },
  reason: 'Reason',
  told: 'Told',
  until: 'Rests until',
  ended: 'Ended',
  endedWhy: 'Nothing was overdue any more.',
  what: 'What they said',
  note: 'In their words',
  owed: 'What is owed',
  card: 'Payment',
  outstanding: 'Outstanding',
  due: 'Of it due',
  daysPastDue: 'Days past due',
  daysHint: 'Days go on being counted while it rests.',
  nextDue: 'Next due date',
  earlier: 'Earlier ones',
  span: (from: string, to: string) => `${from} – ${to}`,
  actions: 'What may be done',
  extend: 'Propose more time',
  extendText:
    'Reminders and new late charges rest until that day. Days past due go on being counted, and what is owed stays owed. A second person decides.',
  newUntil: 'Rests until',
  newUntilHint: (day: string) => `A later day than now, ${day} at the latest.`,
  newUntilMissing: (day: string) => `Choose a day up to ${day}`,
  now: 'Rests until now',
  waits: 'More time waits for a second person',
  openProposal: 'Open the proposal',
  longest: 'It lasts as long as it may, or is over: it cannot be made longer.',
};

export type HardshipsWords = typeof en;

export const useHardshipsWords = defineWords(en, () => import('./words.hi.ts').then((module) => module.hi));

import { defineWords } from '../../lib/i18n.tsx';

export const en = {
  title: 'Restores',
  subtitle:
    'When this database was put back to an earlier moment. What banks and rails did after it is known to them alone until their lists are read.',
  empty: 'This database was never put back.',
  emptyHint: 'After a restore, this page shows which days to read again and which money waits for an owner.',
  restored: (instant: string) => `Restored ${instant}`,
  through: (instant: string) => `It stands as it stood at ${instant}.`,
  copy: (instant: string) => `From the copy of ${instant}.`,
  done: 'Every day since is read to its end, and nothing waits for a person.',
  waiting: 'Some of what happened since is not known or not explained yet.',
  days: 'Bill network, day by day',
  day: 'Day',
  rows: 'Rows',
  read: 'Read',
  notRead: 'Not since the restore',
  soFar: (instant: string) => `So far, ${instant}`,
  toItsEnd: (instant: string) => `To its end, ${instant}`,
  again: 'Read again',
  againOf: (day: string) => `Read the list of ${day} again`,
  asked: (day: string) => `The list of ${day} is being read. Refresh in a moment.`,
  failed: 'The list was not asked for',
  olderDays: (count: number) =>
    count === 1 ? 'One earlier day is not shown.' : `${count} earlier days are not shown.`,
  differences: 'Differences of these days',
  noDifferences: 'None was found so far.',
  kind: 'Difference',
  open: 'Not cleared',
  amount: 'Amount',
  cleared: 'Cleared',
  openDifferences: 'Clear them',
  receipts: 'Money without an owner',
  heldOf: (count: number) => (count === 1 ? '1 receipt is held' : `${count} receipts are held`),
  clearedReceipts: (count: number) => (count === 1 ? '1 has left since' : `${count} have left since`),
  noReceipts: 'None came since.',
  openReceipts: 'Find their owners',
  older: (count: number) =>
    count === 1 ? 'One older restore is not shown.' : `${count} older restores are not shown.`,
};

export type RestoresWords = typeof en;

export const useRestoresWords = defineWords(en, () => import('./words.hi.ts').then((module) => module.hi));

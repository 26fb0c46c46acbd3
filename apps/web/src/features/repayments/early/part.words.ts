import { defineWords } from '../../../lib/i18n.tsx';

export const en = {
  title: 'Pay a part early',
  text: 'It makes the coming instalments smaller. The due dates stay, and nothing is charged for it.',
  again: (date: string) => `You paid an instalment ahead. From ${date}, its day, this is possible again.`,
  button: 'See what changes',
  means: 'It pays the interest of this month so far, then a part of the bill. A debit card or UPI will do.',
  field: 'Amount',
  hint: (least: string, most: string) => `From ${least} to ${most}`,
  enter: (least: string) => `Enter at least ${least}`,
  above: (most: string) => `At most ${most}. To repay everything, close the payment instead.`,
  before: 'Next instalment now',
  after: 'Next instalment afterwards',
  interest: 'Interest to today',
  principal: 'Repays the bill',
  saves: 'Interest you save',
  showSchedule: 'Show the new schedule',
  validUntil: (date: string) => `These figures hold until the end of ${date}.`,
  working: 'Working it out...',
  keep: 'Not now',
  pay: (amount: string) => `Pay ${amount}`,
  payNone: 'Pay',
  opening: 'Opening the payment window...',
  failed: 'The payment was not started',
  done: (after: string, before: string) => `Your next instalment is ${after}. It was ${before}.`,
  notDone:
    'Your instalments stay the same: something was due or paid ahead when the money arrived. It paid them in order.',
  history: (date: string, before: string, after: string) =>
    `Smaller since ${date}: ${after} instead of ${before}, after you paid a part early.`,
};

export type PartWords = typeof en;

export const usePartWords = defineWords(en, () => import('./part.words.hi.ts').then((module) => module.hi));

import { defineWords } from '../../../lib/i18n.tsx';

/** The words of the cost picture, in its chunk. */
export const en = {
  plans: 'Each way to repay, by what it costs on top of the bill',
  plan: 'Way to repay',
  cost: 'Cost',
  times: (count: number) => `${count}×`,
  falls: 'How the bill falls and the cost grows',
  left: 'Still owed of the bill',
  soFar: 'Cost so far',
  after: 'After',
  today: 'Today',
  sum: (total: string, bill: string, cost: string) =>
    `In all you repay ${total}: the bill of ${bill}, and ${cost} for the time.`,
  ahead: {
    intro: 'Played day by day, by the same rules that will book your loan.',
    courses: {
      on_time: 'You pay each time on its day',
      late: 'You pay 10 days late each time',
      early: 'You close it after 15 days',
    },
    total: (total: string, cost: string) => `${total} in all, ${cost} for the time`,
    charge: (amount: string) => `with a late charge of ${amount}`,
    left: (amount: string) => `${amount} left`,
    nothingLeft: 'nothing left',
    later: (count: number, date: string) =>
      count === 1 ? `One more payment follows, on ${date}.` : `${count} more follow, the last on ${date}.`,
  },
};
export type CostWords = typeof en;

export const useCostWords = defineWords(en, () => import('./cost.words.hi.ts').then((module) => module.hi));

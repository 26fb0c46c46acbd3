import { defineWords } from '../../../lib/i18n.tsx';

export const en = {
  title: 'Changed your mind?',
  text: (amount: string, until: string) =>
    `Cancel until the end of ${until} for ${amount}. The service fee falls away.`,
  button: 'Cancel this payment',
  ask: 'Cancel this payment?',
  means: (bank: string) =>
    `The bill stays paid at ${bank}. You pay it back now and owe nothing more; your limit is free again.`,
  bill: 'The bill',
  days: 'For the days used',
  repaid: 'Already repaid',
  fee: 'Service fee and GST',
  total: 'To pay now',
  least: (tooMuch: string) =>
    `You have repaid all of this already. A bank takes no less than ₹1. It comes back to you with the ${tooMuch} you paid too much.`,
  keep: 'Keep the plan',
  pay: (amount: string) => `Pay ${amount} and cancel`,
  opening: 'Opening the payment window...',
  close: 'Close',
  newDay:
    'A new day has begun: what cancelling costs is worked out again. Look at the sum and press once more.',
  failed: 'The payment was not cancelled',
  done: 'You cancelled this payment',
  doneText: (date: string) => `On ${date}. The bill is paid and nothing is left to repay.`,
  received: (amount: string) => `${amount} received. The payment is cancelled`,
};

export type CancelWords = typeof en;

export const useCancelWords = defineWords(en, () =>
  import('./cancel.words.hi.ts').then((module) => module.hi),
);

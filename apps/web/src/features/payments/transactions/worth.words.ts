import { defineWords } from '../../../lib/i18n.tsx';

export const en = {
  avoidedAt: (bank: string) => `Late fee avoided at ${bank}`,
  avoided: 'Late fees avoided',
  cost: 'What this costs you',
  costOfYear: 'What that cost you',
  gained: (amount: string) => `${amount} less than being late.`,
  even: 'As much as the late fee alone.',
  lost: (amount: string) =>
    `${amount} more than the late fee alone. With the money at hand, paying the bill yourself is cheaper.`,
  note: 'The late fee is the least by the bank’s published schedule, before tax; being late also costs interest and your score.',
  yearTitle: (year: string) => `Was it worth it in ${year}?`,
  compared: (count: number, other: number) =>
    `${count === 1 ? '1 bill' : `${count} bills`} compared.${
      other === 0 ? '' : ` ${other} left out: cancelled, or without a known due date or late fee.`
    }`,
};

export type WorthWords = typeof en;

export const useWorthWords = defineWords(en, () => import('./worth.words.hi.ts').then((module) => module.hi));

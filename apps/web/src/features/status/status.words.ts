import type { PartState, StatusPart } from '@mohlat/contract';
import { defineWords } from '../../lib/i18n.tsx';

export const en = {
  title: 'Does it work right now?',
  allFine: 'Everything works.',
  notFine: 'Something outside is slow. What you have begun is not lost, and nothing is paid twice.',
  first: 'We have only just started and are taking our first look: it is here within a minute.',
  unknown: 'We cannot tell right now: our own look at it is late.',
  parts: {
    paying: 'Paying a card bill',
    repaying: 'Repaying',
    identity: 'Proving who you are',
    credit: 'Getting a limit',
    messages: 'Codes and messages',
  } satisfies Record<StatusPart, string>,
  states: { fine: 'Works', slow: 'Slow', down: 'Not now', unknown: 'Not known' } satisfies Record<
    PartState,
    string
  >,
  soon: 'Being looked at',
  asOf: (at: string) => `Looked at ${at}; looked at anew every minute.`,
};
export type StatusWords = typeof en;

export const useStatusWords = defineWords(en, () => import('./words.hi.ts').then((module) => module.hi));

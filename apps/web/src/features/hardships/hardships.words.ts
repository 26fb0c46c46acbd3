import type { HardshipReason } from '@mohlat/contract';
import { defineWords } from '../../lib/i18n.tsx';

const reasons: Record<HardshipReason, string> = {
  job_loss: 'I lost work or income',
  illness: 'Illness or an accident',
  family: 'Something in my family',
  disaster: 'A flood, a fire or another disaster',
  other: 'Something else',
};

export const en = {
  link: 'I cannot pay on time',
  ask: 'You cannot pay on time?',
  means: 'Tell us. For 30 days no reminders and no new late charges.',
  stays: 'What you owe stays, and so do late charges already added.',
  counts:
    'The days past due go on. From 31 days on your limit is suspended, and credit bureaus are told of late payments.',
  why: 'Why?',
  reasons,
  missing: 'Choose what fits best.',
  note: 'Anything we should know? (optional)',
  tell: 'Tell Mohlat',
  telling: 'Telling Mohlat...',
  failed: 'We could not note it',
  lasting: (until: string) => `You told us that you cannot pay on time. Until ${until}:`,
  rests: 'No reminders and no new late charges. What you owe stays, and its days past due go on.',
  untilThen: (date: string) =>
    `You told us that you cannot pay this on time: for it no reminders and no new late charges until ${date}.`,
  told: 'Noted. Reminders and new late charges rest.',
};

export type HardshipsWords = typeof en;

export const useHardshipsWords = defineWords(en, () => import('./words.hi.ts').then((module) => module.hi));

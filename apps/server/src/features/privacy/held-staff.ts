import type { HeldTable } from './held-topics.ts';

/** What staff wrote about an account; its owner reads it in the copy of their data. */
export const HELD_BY_STAFF: readonly HeldTable[] = [
  {
    table: 'user_notes',
    topic: 'messages',
    title: { en: 'Notes of our team about your account', hi: 'आपके खाते पर हमारी टीम के नोट' },
    opened: ['text_sealed'],
    fate: { visitor: 'erase', applicant: 'erase', customer: 'erase' },
  },
  {
    table: 'account_blocks',
    topic: 'access',
    title: { en: 'Times your account was blocked', hi: 'जब-जब आपका खाता रोका गया' },
    fate: {
      visitor: { keep: 'access', atEnd: 'erase' },
      applicant: { keep: 'access', atEnd: 'erase' },
      customer: { keep: 'access', atEnd: 'erase' },
    },
  },
];

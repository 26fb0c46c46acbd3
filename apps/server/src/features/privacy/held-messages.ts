import { HELD_BY_STAFF } from './held-staff.ts';
import type { HeldTable } from './held-topics.ts';

const ALWAYS_ERASED = { visitor: 'erase', applicant: 'erase', customer: 'erase' } as const;

/** What was said to a person and by them, and how they want to be told. */
export const HELD_MESSAGES: readonly HeldTable[] = [
  {
    table: 'receipt_links',
    topic: 'messages',
    title: { en: 'Shared receipts', hi: 'साझा रसीदें' },
    fate: ALWAYS_ERASED,
  },
  {
    table: 'notifications',
    topic: 'messages',
    title: { en: 'Notifications', hi: 'सूचनाएँ' },
    fate: ALWAYS_ERASED,
  },
  {
    table: 'deliveries',
    topic: 'messages',
    title: { en: 'Mails and SMS to you', hi: 'आपको भेजी गई मेल और SMS' },
    fate: ALWAYS_ERASED,
  },
  {
    table: 'support_requests',
    topic: 'messages',
    title: { en: 'Requests to our support team', hi: 'सहायता टीम से किए गए अनुरोध' },
    leftOut: {
      en: 'the same facts as under Conversations with our support team',
      hi: '"सहायता टीम से बातचीत" के ही तथ्य',
    },
    fate: ALWAYS_ERASED,
  },
  ...HELD_BY_STAFF,
  { table: 'preferences', topic: 'messages', title: { en: 'Preferences', hi: 'पसंद' }, fate: ALWAYS_ERASED },
];

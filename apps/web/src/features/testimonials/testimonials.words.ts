import type { TestimonialStatus } from '@mohlat/contract';
import { defineWords } from '../../lib/i18n.tsx';

const status: Record<TestimonialStatus, string> = {
  waiting: 'We read it before anybody else does.',
  published: 'It is published. Our front page shows the newest.',
  declined: 'It is not published.',
};

export const en = {
  ask: 'Tell others how it was',
  title: 'One sentence about this payment',
  text: 'We may show it on our front page: your words and in how many parts you repaid, and neither your name nor a sum. You can take it back at any time.',
  label: 'Your sentence',
  hint: '20 to 280 characters',
  consent: 'You may publish this sentence without my name',
  send: 'Send my sentence',
  sending: 'Sending...',
  left: 'Thank you. We have your sentence.',
  failed: 'Your sentence was not sent',
  missingConsent: 'Tick that it may be published',
  tooShort: 'Write a whole sentence of at least 20 characters',
  tooLong: 'Write at most 280 characters',
  yours: 'Your sentence',
  takeBack: 'Take it back',
  takenBack: 'Your sentence is taken back.',
  leavesSoon: 'It leaves our front page within two minutes.',
  status,
};

export type TestimonialsWords = typeof en;

export const useTestimonialsWords = defineWords(en, () =>
  import('./words.hi.ts').then((module) => module.hi),
);

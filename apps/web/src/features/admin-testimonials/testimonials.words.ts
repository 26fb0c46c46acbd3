import type { TestimonialStatus } from '@mohlat/contract';
import { defineWords } from '../../lib/i18n.tsx';

const statuses: Record<TestimonialStatus, string> = {
  waiting: 'Wait to be read',
  published: 'Published',
  declined: 'Not published',
};

export const en = {
  title: 'Testimonials',
  subtitle:
    'Left by people who have repaid, with leave to publish them. Publish nothing that names somebody, promises a limit or advises to borrow.',
  empty: 'No testimonials to review.',
  emptyFiltered: 'There are none.',
  status: 'State',
  statuses,
  quote: 'Testimonial',
  language: 'Language',
  given: 'Left',
  verdict: 'Verdict',
  publish: 'Publish',
  decline: 'Do not publish',
  failed: 'The verdict was not noted',
};

export type TestimonialsWords = typeof en;

export const useTestimonialsWords = defineWords(en, () =>
  import('./words.hi.ts').then((module) => module.hi),
);

import type { ScreenFeature } from '../feature.ts';

export const testimonials = {
  parts: {
    'plan.over': async () => (await import('./leave-sentence.tsx')).LeaveSentence,
  },
} satisfies ScreenFeature;

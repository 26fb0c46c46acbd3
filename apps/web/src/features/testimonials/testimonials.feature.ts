import { lazy } from 'react';
import type { ScreenFeature } from '../feature.ts';

export const testimonials = {
  parts: {
    'plan.over': lazy(async () => ({ default: (await import('./leave-sentence.tsx')).LeaveSentence })),
  },
} satisfies ScreenFeature;

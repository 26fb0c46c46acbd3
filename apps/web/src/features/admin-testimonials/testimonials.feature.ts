import { listTestimonials } from '@mohlat/contract';
import { Quote } from 'lucide-react';
import type { ScreenFeature } from '../feature.ts';

export const testimonials = {
  screens: {
    '/admin/testimonials': {
      lazy: () => import('./testimonials.tsx'),
      reads: listTestimonials,
      menu: { place: 13, word: { en: 'Testimonials', hi: 'वाक्य' }, Icon: Quote },
    },
  },
} satisfies ScreenFeature;

import { getReview, listReviews } from '@mohlat/contract';
import { BadgeCheck } from 'lucide-react';
import type { ScreenFeature } from '../feature.ts';

export const reviews = {
  screens: {
    '/admin/kyc': {
      lazy: () => import('./reviews.tsx'),
      reads: listReviews,
      menu: { place: 5, word: { en: 'KYC reviews', hi: 'KYC समीक्षाएँ' }, Icon: BadgeCheck },
    },
    '/admin/kyc/:id': { lazy: () => import('./review.tsx'), reads: getReview, about: ['review'] },
  },
} satisfies ScreenFeature;

import { ListChecks } from 'lucide-react';
import type { ScreenFeature } from '../feature.ts';

export const repayments = {
  screens: {
    '/dashboard/payments': {
      lazy: () => import('./payments.tsx'),
      menu: { place: 3, word: { en: 'Payments', hi: 'भुगतान' }, Icon: ListChecks },
    },
    '/dashboard/payments/:id': { lazy: () => import('./plan/payment-plan.tsx') },
  },
} satisfies ScreenFeature;

import { getChargeback, listBreaks } from '@mohlat/contract';
import { Scale } from 'lucide-react';
import type { ScreenFeature } from '../feature.ts';

export const reconciliation = {
  screens: {
    '/admin/reconciliation': {
      lazy: () => import('./reconciliation.tsx'),
      reads: listBreaks,
      menu: {
        place: 8,
        word: { en: 'Reconciliation', hi: 'मिलान' },
        Icon: Scale,
        also: '/admin/chargebacks/',
      },
    },
    '/admin/chargebacks/:id': { lazy: () => import('./chargeback.tsx'), reads: getChargeback },
  },
} satisfies ScreenFeature;

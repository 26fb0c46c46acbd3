import { listBankMovements } from '@mohlat/contract';
import { Landmark } from 'lucide-react';
import type { ScreenFeature } from '../feature.ts';

export const bankMovements = {
  screens: {
    '/admin/bank-movements': {
      lazy: () => import('./bank-movements.tsx'),
      reads: listBankMovements,
      menu: { place: 11.5, word: { en: 'Bank movements', hi: 'बैंक की एंट्रियाँ' }, Icon: Landmark },
    },
  },
} satisfies ScreenFeature;

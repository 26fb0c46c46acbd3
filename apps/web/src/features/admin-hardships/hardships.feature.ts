import { getHardshipForStaff, listHardships } from '@mohlat/contract';
import { HeartHandshake } from 'lucide-react';
import type { ScreenFeature } from '../feature.ts';

export const hardships = {
  screens: {
    '/admin/hardships': {
      lazy: () => import('./hardships.tsx'),
      reads: listHardships,
      menu: { place: 7, word: { en: 'Hardships', hi: 'मुश्किल में' }, Icon: HeartHandshake },
    },
    '/admin/hardships/:id': {
      lazy: () => import('./hardship.tsx'),
      reads: getHardshipForStaff,
      about: ['hardship'],
    },
  },
} satisfies ScreenFeature;

import { listReinstatements } from '@mohlat/contract';
import { Gauge } from 'lucide-react';
import type { ScreenFeature } from '../feature.ts';

export const limits = {
  screens: {
    '/admin/limits': {
      lazy: () => import('./limits.tsx'),
      reads: listReinstatements,
      menu: { place: 6, word: { en: 'Suspended limits', hi: 'रुकी हुई लिमिट' }, Icon: Gauge },
    },
  },
} satisfies ScreenFeature;

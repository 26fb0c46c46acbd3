import { listAudit } from '@mohlat/contract';
import { ScrollText } from 'lucide-react';
import type { ScreenFeature } from '../feature.ts';

export const audit = {
  screens: {
    '/admin/audit': {
      lazy: () => import('./audit.tsx'),
      reads: listAudit,
      menu: { place: 12, word: { en: 'Audit', hi: 'ऑडिट' }, Icon: ScrollText },
    },
  },
} satisfies ScreenFeature;

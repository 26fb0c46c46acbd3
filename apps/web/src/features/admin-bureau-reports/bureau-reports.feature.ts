import { listBureauReports } from '@mohlat/contract';
import { Send } from 'lucide-react';
import type { ScreenFeature } from '../feature.ts';

export const bureauReports = {
  screens: {
    '/admin/bureau-reports': {
      lazy: () => import('./bureau-reports.tsx'),
      reads: listBureauReports,
      menu: { place: 11.7, word: { en: 'Bureau reports', hi: 'ब्यूरो रिपोर्ट' }, Icon: Send },
    },
  },
} satisfies ScreenFeature;

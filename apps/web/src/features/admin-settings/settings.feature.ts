import { getAdminSettings } from '@mohlat/contract';
import { Settings } from 'lucide-react';
import type { ScreenFeature } from '../feature.ts';

export const settings = {
  screens: {
    '/admin/settings': {
      lazy: () => import('./settings.tsx'),
      reads: getAdminSettings,
      menu: { place: 10, word: { en: 'Settings', hi: 'सेटिंग' }, Icon: Settings },
    },
  },
} satisfies ScreenFeature;

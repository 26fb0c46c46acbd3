import { listRestores } from '@mohlat/contract';
import { DatabaseBackup } from 'lucide-react';
import type { ScreenFeature } from '../feature.ts';

export const restores = {
  screens: {
    '/admin/restores': {
      lazy: () => import('./restores.tsx'),
      reads: listRestores,
      menu: { place: 14, word: { en: 'Restores', hi: 'पुनर्स्थापन' }, Icon: DatabaseBackup },
    },
  },
} satisfies ScreenFeature;

import { getUser, listUsers } from '@mohlat/contract';
import { Users } from 'lucide-react';
import type { ScreenFeature } from '../feature.ts';
import { peopleSearch } from './users.search.ts';

export const users = {
  screens: {
    '/admin/users': {
      lazy: () => import('./users.tsx'),
      reads: listUsers,
      menu: { place: 2, word: { en: 'Users', hi: 'उपयोगकर्ता' }, Icon: Users },
    },
    '/admin/users/:id': { lazy: () => import('./user.tsx'), reads: getUser },
  },
  search: peopleSearch,
} satisfies ScreenFeature;

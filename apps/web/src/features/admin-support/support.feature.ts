import { getSupportMessage, listSupportMessages } from '@mohlat/contract';
import { LifeBuoy } from 'lucide-react';
import type { ScreenFeature } from '../feature.ts';
import { ticketSearch } from './support.search.ts';

export const support = {
  screens: {
    '/admin/support': {
      lazy: () => import('./tickets.tsx'),
      reads: listSupportMessages,
      menu: { place: 9, word: { en: 'Support', hi: 'सहायता' }, Icon: LifeBuoy },
    },
    '/admin/support/:id': { lazy: () => import('./ticket.tsx'), reads: getSupportMessage, about: ['ticket'] },
  },
  search: ticketSearch,
} satisfies ScreenFeature;

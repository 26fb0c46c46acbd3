import { getBooks } from '@mohlat/contract';
import { BookOpen } from 'lucide-react';
import type { ScreenFeature } from '../feature.ts';

export const books = {
  screens: {
    '/admin/books': {
      lazy: () => import('./books.tsx'),
      reads: getBooks,
      menu: { place: 11, word: { en: 'Books', hi: 'खाते' }, Icon: BookOpen },
    },
  },
} satisfies ScreenFeature;

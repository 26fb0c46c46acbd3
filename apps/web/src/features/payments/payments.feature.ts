import { CreditCard, ReceiptText } from 'lucide-react';
import type { ScreenFeature } from '../feature.ts';

export const payments = {
  screens: {
    '/dashboard/pay-bill': {
      lazy: () => import('./pay-bill/pay-bill.tsx'),
      isWizard: true,
      menu: { place: 2, word: { en: 'Pay Bill', hi: 'बिल भरें' }, Icon: CreditCard },
      bar: { place: 2, word: { en: 'Pay', hi: 'बिल भरें' }, Icon: CreditCard },
    },
    '/dashboard/payment-success': { lazy: () => import('./receipts/payment-success.tsx') },
    '/dashboard/transactions': {
      lazy: () => import('./transactions/transactions.tsx'),
      menu: { place: 4, word: { en: 'Transactions', hi: 'लेनदेन' }, Icon: ReceiptText },
      bar: { place: 3, word: { en: 'History', hi: 'इतिहास' }, Icon: ReceiptText },
    },
    '/receipt': { lazy: () => import('./receipts/shared-receipt.tsx'), frame: 'plain' },
  },
} satisfies ScreenFeature;

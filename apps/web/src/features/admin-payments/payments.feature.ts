import { getAdminPayment, listAdminPayments } from '@mohlat/contract';
import { CreditCard } from 'lucide-react';
import type { ScreenFeature } from '../feature.ts';
import { paymentsSearch } from './payments.search.ts';

export const payments = {
  screens: {
    '/admin/payments': {
      lazy: () => import('./payments.tsx'),
      reads: listAdminPayments,
      menu: { place: 3, word: { en: 'Payments', hi: 'भुगतान' }, Icon: CreditCard },
    },
    '/admin/payments/:id': {
      lazy: () => import('./payment.tsx'),
      reads: getAdminPayment,
      about: ['payment', 'repayment', 'refund', 'reward'],
    },
  },
  search: paymentsSearch,
} satisfies ScreenFeature;

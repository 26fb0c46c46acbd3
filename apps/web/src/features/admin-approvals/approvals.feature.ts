import { getApproval, listApprovals } from '@mohlat/contract';
import { Stamp } from 'lucide-react';
import type { ScreenFeature } from '../feature.ts';

export const approvals = {
  screens: {
    '/admin/approvals': {
      lazy: () => import('./approvals.tsx'),
      reads: listApprovals,
      menu: { place: 4, word: { en: 'Approvals', hi: 'मंज़ूरियाँ' }, Icon: Stamp },
    },
    '/admin/approvals/:id': { lazy: () => import('./approval.tsx'), reads: getApproval, about: ['approval'] },
  },
} satisfies ScreenFeature;

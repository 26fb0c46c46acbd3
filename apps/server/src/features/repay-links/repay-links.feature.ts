import type { Feature } from '#features/feature.ts';
import { ALWAYS_ERASED } from '#features/personal-data.ts';
import { registerRepayLinks } from './repay-links.routes.ts';
import { createRepayLinksService } from './repay-links.service.ts';

export const repayLinks: Feature = {
  name: 'repay-links',
  routes: (endpoints, parts) => registerRepayLinks(endpoints, createRepayLinksService(parts)),
  personalData: [
    {
      table: 'repay_links',
      topic: 'messages',
      title: { en: 'Instalments shared by a link', hi: 'लिंक से साझा की गई किस्तें' },
      fate: ALWAYS_ERASED,
    },
  ],
};

import { listReferrals } from '@mohlat/contract';
import { ALWAYS_ERASED, BOOKS } from '#features/personal-data.ts';
import type { Feature } from '#features/feature.ts';
import type { EndpointRegistry } from '#platform/http/endpoints.ts';
import { sweepReferrals } from './referrals.jobs.ts';
import { createReferralsService, type ReferralsService } from './referrals.service.ts';

export const referrals: Feature = {
  name: 'referrals',
  routes: (endpoints, parts) => registerReferrals(endpoints, createReferralsService(parts)),
  sweeps: (parts) => ({ referrals: () => sweepReferrals(parts) }),
  personalData: [
    {
      table: 'referral_codes',
      topic: 'books',
      title: { en: 'Your referral code', hi: 'आपका रेफ़रल कोड' },
      fate: ALWAYS_ERASED,
    },
    {
      table: 'referrals',
      topic: 'books',
      title: { en: 'Friends you brought', hi: 'आपके बुलाए दोस्त' },
      fate: BOOKS,
    },
  ],
};

function registerReferrals(endpoints: EndpointRegistry, referrals: ReferralsService): void {
  endpoints.handle(listReferrals, ({ actor, query }) => referrals.list(actor, query));
}

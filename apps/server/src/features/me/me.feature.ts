import { getMe, patchProfile, putOnboarding } from '@mohlat/contract';
import type { Feature } from '#features/feature.ts';
import type { EndpointRegistry } from '#platform/http/endpoints.ts';
import { createMeService, type MeService } from './me.service.ts';

export const me: Feature = {
  name: 'me',
  routes: (endpoints, parts) => registerMe(endpoints, createMeService(parts)),
  personalData: [
    {
      table: 'profiles',
      topic: 'identity',
      title: { en: 'Profile', hi: 'प्रोफ़ाइल' },
      opened: ['pan_sealed', 'address_sealed', 'mobile_sealed'],
      fate: {
        visitor: 'erase',
        applicant: {
          keep: 'application',
          blank:
            'monthly_income_paise = null, mobile_sealed = null, mobile_hash = null, mobile_end_hash = null',
          atEnd: 'erase',
        },
        customer: {
          keep: 'kyc',
          blank:
            'monthly_income_paise = null, mobile_sealed = null, mobile_hash = null, mobile_end_hash = null',
          // The books hang on the row; all that is left of it is its number.
          atEnd: {
            blank:
              'full_name = null, date_of_birth = null, address_sealed = null, state_code = null, pan_sealed = null, pan_hash = null, pan_masked = null',
          },
        },
      },
    },
  ],
  sealed: [
    { table: 'profiles', column: 'address_sealed', context: 'address:{user_id}', role: 'mohlat_worker' },
    { table: 'profiles', column: 'pan_sealed', context: 'pan:{user_id}', role: 'mohlat_worker' },
    { table: 'profiles', column: 'mobile_sealed', context: 'mobile:{user_id}', role: 'mohlat_worker' },
  ],
};

function registerMe(endpoints: EndpointRegistry, me: MeService): void {
  endpoints.handle(getMe, ({ actor }) => me.get(actor));
  endpoints.handle(putOnboarding, ({ actor, body }) => me.onboard(actor, body));
  endpoints.handle(patchProfile, ({ actor, body, trace }) => me.patch(actor, body, trace.ip));
}

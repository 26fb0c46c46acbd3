import { getPreferences, putPreferences } from '@mohlat/contract';
import { ALWAYS_ERASED } from '#features/personal-data.ts';
import type { Feature } from '#features/feature.ts';
import type { EndpointRegistry } from '#platform/http/endpoints.ts';
import { createPreferencesService, type PreferencesService } from './preferences.service.ts';

export const preferences: Feature = {
  name: 'preferences',
  routes: (endpoints, parts) => registerPreferences(endpoints, createPreferencesService(parts)),
  personalData: [
    { table: 'preferences', topic: 'messages', title: { en: 'Preferences', hi: 'पसंद' }, fate: ALWAYS_ERASED },
  ],
};

function registerPreferences(endpoints: EndpointRegistry, preferences: PreferencesService): void {
  endpoints.handle(getPreferences, ({ actor }) => preferences.get(actor));
  endpoints.handle(putPreferences, ({ actor, body }) => preferences.change(actor, body));
}

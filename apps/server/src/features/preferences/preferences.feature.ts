import { ALWAYS_ERASED } from '#features/personal-data.ts';
import type { Feature } from '#features/feature.ts';
import { registerPreferences } from './preferences.routes.ts';
import { createPreferencesService } from './preferences.service.ts';

export const preferences: Feature = {
  name: 'preferences',
  routes: (endpoints, parts) => registerPreferences(endpoints, createPreferencesService(parts)),
  personalData: [
    { table: 'preferences', topic: 'messages', title: { en: 'Preferences', hi: 'पसंद' }, fate: ALWAYS_ERASED },
  ],
};

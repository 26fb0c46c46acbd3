import { getPreferences, putPreferences } from '@mohlat/contract';
import type { EndpointRegistry } from '#platform/http/endpoints.ts';
import type { PreferencesService } from './preferences.service.ts';

export function registerPreferences(endpoints: EndpointRegistry, preferences: PreferencesService): void {
  endpoints.handle(getPreferences, ({ actor }) => preferences.get(actor));
  endpoints.handle(putPreferences, ({ actor, body }) => preferences.change(actor, body));
}

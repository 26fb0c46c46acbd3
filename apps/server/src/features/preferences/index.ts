export { findChannels, findLanguage, refuseMails } from './preferences.repo.ts';
export { type Channels, quietUntil } from './preferences.rules.ts';
export { registerPreferences } from './preferences.routes.ts';
export { createPreferencesService } from './preferences.service.ts';

export { findChannels, findChosenLanguage, findLanguage, refuseMails } from './preferences.repo.ts';
export { type Channels, quietUntil } from './preferences.rules.ts';

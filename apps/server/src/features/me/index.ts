export { findContact, type MobileHashes, mobileHashes } from './contact.ts';
export { lockProfile } from './me.repo.ts';
export { findState } from './state.ts';

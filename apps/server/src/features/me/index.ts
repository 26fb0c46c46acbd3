export { findContact, type MobileHashes, mobileHashes } from './contact.ts';
export { lockProfile, takeNameOfPan } from './me.repo.ts';
export { findState } from './state.ts';

export { findContact } from './contact.ts';
export { lockProfile } from './me.repo.ts';
export { createMeService } from './me.service.ts';
export { findState } from './state.ts';

export { findContact } from './contact.ts';
export { registerMe } from './me.routes.ts';
export { createMeService } from './me.service.ts';

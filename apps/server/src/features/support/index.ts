export { registerSecurityTxt } from './security-txt.ts';
export { registerSupportDesk } from './support.admin.ts';
export { createSupportDesk } from './support.desk.ts';
export { registerSupport } from './support.routes.ts';
export { createSupportService, listConversations } from './support.service.ts';

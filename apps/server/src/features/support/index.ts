export { createSupportService, listConversations } from './support.service.ts';

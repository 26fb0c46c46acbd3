export { closeInbox } from './webhooks.inbox.ts';
export { registerWebhooks } from './webhooks.routes.ts';

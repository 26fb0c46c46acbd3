export { closeInbox } from './webhooks.inbox.ts';

export { closeInbox, HintUnanswered } from './webhooks.inbox.ts';

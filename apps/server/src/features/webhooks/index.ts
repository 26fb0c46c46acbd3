export { registerWebhooks } from './webhooks.routes.ts';

import type { Feature } from '#features/feature.ts';
import { registerWebhooks } from './webhooks.routes.ts';

export const webhooks: Feature = {
  name: 'webhooks',
  outside: registerWebhooks,
};

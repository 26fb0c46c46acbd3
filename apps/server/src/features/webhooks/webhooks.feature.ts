import type { Feature } from '#features/feature.ts';
import { WEBHOOK_FIGURES } from './webhooks.figures.ts';
import { registerWebhooks } from './webhooks.routes.ts';

export const webhooks: Feature = {
  name: 'webhooks',
  outside: registerWebhooks,
  figures: WEBHOOK_FIGURES,
};

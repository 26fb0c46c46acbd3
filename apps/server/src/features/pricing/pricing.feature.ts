import type { Feature } from '#features/feature.ts';
import { registerPricing } from './pricing.routes.ts';

export const pricing: Feature = {
  name: 'pricing',
  routes: registerPricing,
};

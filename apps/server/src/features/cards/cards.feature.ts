import type { Feature } from '#features/feature.ts';
import { registerCards } from './cards.routes.ts';
import { createCardsService } from './cards.service.ts';

export const cards: Feature = {
  name: 'cards',
  routes: (endpoints, parts) => registerCards(endpoints, createCardsService(parts)),
};

import type { ScreenFeature } from '../feature.ts';

export const cards = {
  parts: {
    'profile.cards': async () => (await import('./saved-cards.tsx')).SavedCardsSection,
  },
} satisfies ScreenFeature;

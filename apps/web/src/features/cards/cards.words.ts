import { defineWords } from '../../lib/i18n.tsx';

export const en = {
  title: 'Saved cards',
  none: 'No saved cards. A card you pay with can be kept for next time.',
  remove: 'Remove',
  removeLabel: (card: string) => `Remove ${card}`,
  expires: (expiry: string) => `Expires ${expiry}`,
  ask: (card: string) => `Remove ${card}?`,
  askText: 'Its payments and what you repay stay as they are. To pay its bill again, add the card again.',
  keep: 'Keep card',
  confirm: 'Remove card',
  removing: 'Removing...',
  removed: 'Card removed',
  failed: 'The card was not removed',
  fetchFailed: 'Error fetching saved cards',
  lastUsed: (date: string) => `Last used ${date}`,
  neverUsed: 'Not used yet',
  giveName: 'Name it',
  changeName: 'Rename',
  nameLabel: (card: string, press: string) => `${press}: ${card}`,
  nameTitle: (card: string) => `A name for ${card}`,
  nickname: 'Nickname',
  nicknameHint: 'To tell your cards apart. Left empty, the card goes by its bank.',
  nameRule: 'Choose a nickname without the card number',
  named: 'Nickname saved',
  save: 'Save',
  saving: 'Saving...',
};

export type CardsWords = typeof en;

export const useCardsWords = defineWords(en, () => import('./words.hi.ts').then((module) => module.hi));

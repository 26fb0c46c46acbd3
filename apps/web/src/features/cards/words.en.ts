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
  close: 'Close',
};

export type CardsWords = typeof en;

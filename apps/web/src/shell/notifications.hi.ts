import type { PanelWords } from './notifications.en.ts';

export const hi = {
  empty: 'अभी कोई सूचना नहीं है',
  markAllRead: 'सभी पढ़ी हुई मानें',
  notMarked: 'सूचनाएँ पढ़ी हुई नहीं मानी गईं',
  failed: 'सूचनाएँ नहीं खुलीं।',
  unread: 'नई',
  retry: 'फिर कोशिश करें',
  more: 'पुरानी सूचनाएँ दिखाएँ',
} satisfies PanelWords;

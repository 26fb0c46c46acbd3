import type { CostWords } from './cost.words.en.ts';

export const hi = {
  plans: 'चुकाने का हर तरीका: बिल के ऊपर कितना खर्च',
  plan: 'चुकाने का तरीका',
  cost: 'खर्च',
  times: (count) => `${count}×`,
  falls: 'बिल कैसे घटता है और खर्च कैसे बढ़ता है',
  left: 'बिल में से बाकी',
  soFar: 'अब तक का खर्च',
  after: 'कब के बाद',
  today: 'आज',
  sum: (total, bill, cost) => `आप कुल ${total} चुकाते हैं: ${bill} का बिल, और समय के ${cost}।`,
} satisfies CostWords;

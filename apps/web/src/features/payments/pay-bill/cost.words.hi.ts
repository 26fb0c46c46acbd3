import type { CostWords } from './cost.words.ts';

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
  ahead: {
    intro: 'हर दिन का हिसाब, उन्हीं नियमों से जिनसे आपका उधार दर्ज होगा।',
    courses: {
      on_time: 'आप हर बार तारीख पर चुकाते हैं',
      late: 'आप हर बार 10 दिन देर से चुकाते हैं',
      early: 'आप 15 दिन बाद सब चुका देते हैं',
    },
    total: (total, cost) => `कुल ${total}, समय के ${cost}`,
    charge: (amount) => `${amount} विलंब शुल्क के साथ`,
    left: (amount) => `${amount} बाकी`,
    nothingLeft: 'कुछ बाकी नहीं',
    later: (count, date) =>
      count === 1 ? `एक भुगतान और बचता है, ${date} को।` : `${count} भुगतान और बचते हैं, आखिरी ${date} को।`,
  },
} satisfies CostWords;

import type { en } from './settlement.words.ts';

export const hi: typeof en = {
  title: (amount, day) => `तय हुआ: ${day} तक ${amount} चुकाएँ और यह लोन बंद हो जाएगा`,
  partly: (agreed) => `तय ${agreed} में से अब इतना बाकी है।`,
  text: 'बाकी जो भी बकाया है, वह तब माफ़ हो जाएगा। उस दिन के बाद यह समझौता लागू नहीं रहेगा।',
  pay: (amount) => `${amount} चुकाएँ`,
};

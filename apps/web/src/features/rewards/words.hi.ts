import type { RewardsWords } from './rewards.words.ts';

export const hi = {
  title: 'रिवॉर्ड',
  subtitle: 'समय पर चुकाने और दोस्तों के लिए रुपये',
  available: 'उपलब्ध रिवॉर्ड',
  availableNote: 'चुकाते समय, जब आप चाहें, तब लगते हैं।',
  share: {
    question: 'अगली किस्त का कितना हिस्सा इनसे चुकेगा?',
    answer: (amount: string, due: string, date: string) => `${due} में से ${amount}, देय तारीख ${date}`,
    little: '1% से कम',
    use: 'इस भुगतान में इस्तेमाल करें',
  },
  coming: {
    title: 'कमाया, आने वाला है',
    text: 'आपने समय पर चुकाया। वह दिन पूरा होते ही आप इसका इस्तेमाल कर सकते हैं।',
    instalment: (number: number) => `किस्त ${number}`,
    after: (date: string) => `${date} के बाद जुड़ेगा`,
  },
  history: {
    title: 'रिवॉर्ड का इतिहास',
    loading: 'रिवॉर्ड आ रहे हैं...',
    empty: 'अभी कोई रिवॉर्ड नहीं। बिल भरें और रिवॉर्ड कमाएँ!',
    payBill: 'बिल भरें',
    how: (percent: string, most: string) =>
      `आखिरी तारीख तक चुकाई हर किस्त का ${percent}% मिलता है, महीने में ज़्यादा से ज़्यादा ${most}। हर भुगतान पर उसके शुरू की दर बनी रहती है।`,
    failed: 'रिवॉर्ड नहीं आ सके',
    cashback: (number: number) => `किस्त ${number} समय पर चुकाई`,
    referral: 'रेफ़रल',
    returned: 'लौटाया गया रिवॉर्ड',
    states: {
      available: 'उपलब्ध',
      held: 'आने वाला',
      disputed: 'रुका हुआ: इसकी चुकौती पर विवाद चल रहा है',
      used: 'इस्तेमाल हुआ',
      expired: 'समय बीत गया',
      clawed_back: 'वापस लिया गया',
    },
    card: (bank: string, last4: string) => `${bank} (${last4})`,
    until: (date: string) => `${date} तक`,
    from: (date: string) => `${date} से इस्तेमाल कर सकते हैं`,
  },
  useRewards: (amount: string) => `${amount} के रिवॉर्ड लगाएँ`,
  usedAtOnce: 'भुगतान की खिड़की खुलते ही ये लग जाते हैं, चाहे आप बाकी भरे बिना उसे बंद कर दें।',
} satisfies RewardsWords;

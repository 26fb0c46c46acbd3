import type { BooksWords } from './books.words.ts';
import { invariantsHi } from './invariants.hi.ts';

export const hi = {
  title: 'खाते',
  through: 'इस दिन के अंत तक',
  show: 'दिखाएँ',
  balance: 'तलपट',
  balanced: 'डेबिट और क्रेडिट बराबर हैं।',
  unbalanced: 'डेबिट और क्रेडिट बराबर नहीं हैं। इंजीनियरिंग को अभी बताएँ।',
  accountKinds: { A: 'संपत्ति', L: 'देनदारी', I: 'आय', E: 'खर्च', Q: 'पूँजी', M: 'मेमो' },
  opening: 'इस महीने से पहले',
  debit: 'डेबिट',
  credit: 'क्रेडिट',
  debitMark: 'नामे',
  creditMark: 'जमा',
  closing: 'अंत में',
  total: 'महीने का योग',
  empty: 'इस दिन तक कुछ दर्ज नहीं है।',
  proof: 'नियमों की जाँच',
  neverProven: 'अभी तक जाँच नहीं हुई।',
  provenAt: (time: string) => `${time} को जाँचा गया`,
  fileName: (day: string) => `ledger-${day}.csv`,
  taxRegister: 'GST रजिस्टर',
  taxRegisterText:
    'रिटर्न के लिए हमारी फ़ीस के इनवॉइस और क्रेडिट नोट, जारी होने की तारीख से। किसने लिया, यह दर्ज होता है।',
  to: 'कब तक',
  taxFileName: (from: string, to: string) => `gst-${from}-${to}.csv`,
  prove: 'अभी जाँचें',
  proving: 'जाँच हो रही है; थोड़ी देर में ताज़ा करें।',
  invariant: 'नियम',
  sentences: invariantsHi,
  breaches: 'उल्लंघन',
} satisfies BooksWords;

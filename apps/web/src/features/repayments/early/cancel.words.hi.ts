import type { CancelWords } from './cancel.words.ts';

export const hi = {
  title: 'मन बदल गया?',
  text: (amount: string, until: string) => `${until} की रात 12 बजे तक ${amount} देकर रद्द करें। सेवा शुल्क नहीं लगेगा।`,
  button: 'यह भुगतान रद्द करें',
  ask: 'यह भुगतान रद्द करें?',
  means: (bank: string) =>
    `${bank} में बिल भरा हुआ रहता है। आप उसे अभी चुका देते हैं, और कुछ बाकी नहीं रहता; आपकी लिमिट फिर खाली हो जाती है।`,
  bill: 'बिल',
  days: 'इस्तेमाल के दिनों का',
  repaid: 'पहले से चुकाया हुआ',
  fee: 'सेवा शुल्क और GST',
  total: 'अभी भरना है',
  least: (tooMuch: string) =>
    `आप यह सब पहले ही चुका चुके हैं। बैंक ₹1 से कम नहीं लेता। वह आपकी ज़्यादा चुकाई रकम ${tooMuch} के साथ लौट आएगा।`,
  keep: 'योजना रहने दें',
  pay: (amount: string) => `${amount} भरकर रद्द करें`,
  opening: 'भुगतान की खिड़की खुल रही है...',
  close: 'बंद करें',
  newDay: 'नया दिन शुरू हो गया है: रद्द करने की रकम फिर निकाली जा रही है। रकम देखकर एक बार फिर दबाएँ।',
  failed: 'भुगतान रद्द नहीं हुआ',
  done: 'आपने यह भुगतान रद्द किया',
  doneText: (date: string) => `${date} को। बिल भरा हुआ है और चुकाने को कुछ बाकी नहीं।`,
  received: (amount: string) => `${amount} मिले। भुगतान रद्द हो गया`,
} satisfies CancelWords;

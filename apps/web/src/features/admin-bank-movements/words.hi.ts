import type { BankMovementsWords } from './bank-movements.words.ts';

export const hi = {
  title: 'बैंक की एंट्रियाँ',
  subtitle:
    'बैंक खाते और फ़्लोट में बिना भुगतान के हुए लेनदेन: चुकाया कर, लगाई या निकाली पूँजी, फ़्लोट की भरपाई, रेल के शुल्क। दो लोग मिलकर दर्ज करते हैं।',
  empty: 'अभी तक कुछ दर्ज नहीं हुआ।',
  kind: 'एंट्री',
  amount: 'रकम',
  valueOn: 'मूल्य तारीख',
  reference: 'संदर्भ',
  bookedAt: 'दर्ज हुई',
  takenBackAt: 'वापस ली गई',
  state: 'स्थिति',
  states: { standing: 'खातों में', takenBack: 'वापस ली गई' },
  decision: 'फ़ैसला',
  openDecision: 'खोलें',
  byOperator: 'ऑपरेटर ने, मशीन पर',
  book: 'एंट्री दर्ज करें',
  bookText: 'इसे बैंक स्टेटमेंट से देखकर भरें। दूसरा व्यक्ति मंज़ूर करेगा; तब यह खातों में आएगी।',
  referenceHint: 'बैंक का UTR, चालान का नंबर, या रेल का संदर्भ।',
  missing: 'हर खाना भरें।',
  back: 'वापस लें',
  backText: 'दूसरा व्यक्ति मंज़ूर करेगा; तब उलटी एंट्री दर्ज होगी, और इस संदर्भ से नई एंट्री हो सकेगी।',
  proposed: 'प्रस्ताव रखा गया; सहकर्मी फ़ैसला करेंगे',
} satisfies BankMovementsWords;

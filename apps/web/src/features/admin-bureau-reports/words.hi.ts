import type { BureauReportsWords } from './bureau-reports.words.ts';

export const hi = {
  title: 'ब्यूरो रिपोर्ट',
  subtitle:
    'हर लोन की जानकारी क्रेडिट इन्फ़ॉर्मेशन कंपनियों को नियामक की तय तारीखों की स्थिति के अनुसार दी जाती है। दिन बंद होते ही रिपोर्ट बनती है।',
  empty: 'अभी तक कोई रिपोर्ट नहीं बनी।',
  emptyFiltered: 'इस स्थिति में कोई नहीं है।',
  asOn: 'किस तारीख की',
  dueOn: 'कब तक जमा करें',
  any: 'सभी',
  states: { waiting: 'जमा करनी है', submitted: 'जमा हुई' },
  late: 'देर हुई',
  kind: 'इसमें कौन-से खाते',
  full: 'सभी खुले, और जो बंद हुए',
  incremental: 'नए, बंद हुए, बदले या बकाया',
  accounts: 'खाते',
  corrections: 'पिछले दिनों के सुधार',
  balance: 'शेष',
  overdue: 'बकाया',
  madeAt: 'बनी',
  fetchedAt: 'डाउनलोड हुई',
  never: 'अभी नहीं',
  companies: {
    cibil: 'TransUnion CIBIL',
    crif: 'CRIF High Mark',
    equifax: 'Equifax',
    experian: 'Experian',
  },
  company: 'कंपनी',
  reference: 'संदर्भ',
  referenceHint: 'जैसा कंपनी की रसीद पर है।',
  missing: 'कंपनी चुनें और संदर्भ लिखें।',
  note: 'जमा होना दर्ज करें',
  noteText:
    'फ़ाइल को कंपनी के फ़ॉर्मैट में बदलकर वहाँ जमा करें, और उसकी रसीद यहाँ लिखें। दोबारा दर्ज करने पर नई रसीद गिनी जाएगी।',
  failed: 'दर्ज नहीं हुआ',
  noted: 'दर्ज हुआ',
  fileText:
    'फ़ाइल में लोगों के नाम, PAN, मोबाइल नंबर और पते हैं। जमा करने के बाद उसे मिटा दें; कौन ले गया, यह ऑडिट लॉग में है।',
  fileName: (on: string) => `mohlat-bureau-report-${on}.csv`,
} satisfies BureauReportsWords;

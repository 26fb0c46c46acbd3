import type { Language } from './erasure.rules.ts';

/** The labels of our columns in people's words; a column that is missing here is labelled by its own name. */
const LABELS: Readonly<Record<string, Readonly<Record<Language, string>>>> = {
  aadhaarLast4: { en: 'Aadhaar, last four digits', hi: 'आधार के आख़िरी चार अंक' },
  aadhaarName: { en: 'Name on Aadhaar', hi: 'आधार पर नाम' },
  aadhaarStatus: { en: 'Aadhaar check', hi: 'आधार की जाँच' },
  aadhaarVerifiedAt: { en: 'Aadhaar verified', hi: 'आधार सत्यापित हुआ' },
  acceptedAt: { en: 'Agreed', hi: 'सहमति का समय' },
  acceptedFrom: { en: 'Agreed from the address', hi: 'किस पते से सहमति दी' },
  actor: { en: 'Who', hi: 'किसने' },
  address: { en: 'Address', hi: 'पता' },
  amountDuePaise: { en: 'Amount due', hi: 'देय रकम' },
  amountPaise: { en: 'Amount', hi: 'रकम' },
  annualRatePercent: { en: 'Interest a year, %', hi: 'सालाना ब्याज, %' },
  aprPercent: { en: 'APR, %', hi: 'APR, %' },
  at: { en: 'When', hi: 'कब' },
  bankName: { en: 'Bank', hi: 'बैंक' },
  billOn: { en: 'Bill date', hi: 'बिल की तारीख' },
  billStatus: { en: 'Bill', hi: 'बिल' },
  browser: { en: 'Browser', hi: 'ब्राउज़र' },
  channel: { en: 'Paid by', hi: 'चुकाने का तरीका' },
  code: { en: 'Code', hi: 'कोड' },
  component: { en: 'What it covered', hi: 'किसमें गया' },
  content: { en: 'Content', hi: 'विवरण' },
  createdAt: { en: 'Since', hi: 'कब से' },
  customerName: { en: 'Name on the bill', hi: 'बिल पर नाम' },
  dateOfBirth: { en: 'Date of birth', hi: 'जन्मतिथि' },
  decision: { en: 'Decision', hi: 'फ़ैसला' },
  description: { en: 'Text', hi: 'संदेश' },
  texts: { en: 'In each language', hi: 'हर भाषा में' },
  details: { en: 'Details', hi: 'विवरण' },
  disbursedOn: { en: 'Loan date', hi: 'ऋण की तारीख' },
  dueOn: { en: 'Due', hi: 'देय तिथि' },
  email: { en: 'E-mail', hi: 'ई-मेल' },
  emailConfirmedAt: { en: 'E-mail confirmed', hi: 'ई-मेल की पुष्टि' },
  event: { en: 'What happened', hi: 'क्या हुआ' },
  expiry: { en: 'Expiry', hi: 'कब तक मान्य' },
  expiresAt: { en: 'Valid until', hi: 'कब तक मान्य' },
  feePaise: { en: 'Fee', hi: 'शुल्क' },
  fetchedAt: { en: 'Fetched', hi: 'मँगाया गया' },
  fromStatus: { en: 'Before', hi: 'पहले' },
  from: { en: 'From', hi: 'किसने लिखा' },
  fullName: { en: 'Name', hi: 'नाम' },
  givenAt: { en: 'Given', hi: 'सहमति दी गई' },
  gstPaise: { en: 'GST, included', hi: 'GST (शामिल)' },
  hasPassword: { en: 'Has a password', hi: 'पासवर्ड है' },
  inputs: { en: 'What it was decided on', hi: 'फ़ैसले का आधार' },
  instalmentCount: { en: 'Instalments', hi: 'किस्तों की संख्या' },
  interestPaise: { en: 'Interest', hi: 'ब्याज' },
  ip: { en: 'Network address', hi: 'नेटवर्क पता' },
  isSaved: { en: 'Saved', hi: 'सहेजा गया' },
  keyFacts: { en: 'Key facts', hi: 'मुख्य तथ्य' },
  kind: { en: 'Kind', hi: 'प्रकार' },
  last4: { en: 'Last four digits', hi: 'आख़िरी चार अंक' },
  lastAt: { en: 'Last time', hi: 'आख़िरी बार' },
  lastSignInAt: { en: 'Last sign-in', hi: 'पिछला लॉग-इन' },
  lastUsedAt: { en: 'Last used', hi: 'पिछली बार इस्तेमाल' },
  limitPaise: { en: 'Credit limit', hi: 'क्रेडिट लिमिट' },
  minimumDuePaise: { en: 'Minimum due', hi: 'न्यूनतम देय' },
  mobile: { en: 'Mobile', hi: 'मोबाइल' },
  monthlyIncomePaise: { en: 'Monthly income', hi: 'मासिक आय' },
  subject: { en: 'Subject', hi: 'विषय' },
  message: { en: 'Message', hi: 'संदेश' },
  name: { en: 'Name', hi: 'नाम' },
  nameOnCard: { en: 'Name on card', hi: 'कार्ड पर नाम' },
  network: { en: 'Card network', hi: 'कार्ड नेटवर्क' },
  number: { en: 'Number', hi: 'क्रमांक' },
  onboardedAt: { en: 'Profile completed', hi: 'प्रोफ़ाइल पूरी हुई' },
  outcome: { en: 'Outcome', hi: 'नतीजा' },
  paidAt: { en: 'Paid', hi: 'भुगतान हुआ' },
  paidFeePaise: { en: 'Fee repaid', hi: 'चुकाया गया शुल्क' },
  paidInterestPaise: { en: 'Interest repaid', hi: 'चुकाया गया ब्याज' },
  paidPrincipalPaise: { en: 'Principal repaid', hi: 'चुकाया गया मूलधन' },
  pan: { en: 'PAN', hi: 'PAN' },
  panMasked: { en: 'PAN, as shown', hi: 'PAN, जैसा दिखता है' },
  panName: { en: 'Name on PAN', hi: 'PAN पर नाम' },
  panStatus: { en: 'PAN check', hi: 'PAN की जाँच' },
  panVerifiedAt: { en: 'PAN verified', hi: 'PAN सत्यापित हुआ' },
  principalPaise: { en: 'Principal', hi: 'मूलधन' },
  provider: { en: 'By', hi: 'किससे' },
  purpose: { en: 'Purpose', hi: 'उद्देश्य' },
  railReference: { en: "Bill network's reference", hi: 'बिल नेटवर्क का संदर्भ' },
  reasons: { en: 'Reasons', hi: 'कारण' },
  receivedAt: { en: 'Received', hi: 'मिला' },
  schedule: { en: 'Plan', hi: 'योजना' },
  score: { en: 'Credit score', hi: 'क्रेडिट स्कोर' },
  serviceFeePaise: { en: 'Service fee', hi: 'सेवा शुल्क' },
  since: { en: 'Since', hi: 'कब से' },
  state: { en: 'State', hi: 'स्थिति' },
  status: { en: 'Status', hi: 'स्थिति' },
  text: { en: 'Text', hi: 'विवरण' },
  times: { en: 'How many times', hi: 'कितनी बार' },
  title: { en: 'Title', hi: 'शीर्षक' },
  ticket: { en: 'Ticket', hi: 'टिकट' },
  toStatus: { en: 'Afterwards', hi: 'बाद में' },
  totalPaise: { en: 'Total to repay', hi: 'कुल चुकौती' },
  type: { en: 'Kind', hi: 'प्रकार' },
  updatedAt: { en: 'Changed', hi: 'बदला गया' },
  usedPaise: { en: 'Used', hi: 'इस्तेमाल' },
  reservedPaise: { en: 'Reserved', hi: 'रोकी गई रकम' },
  version: { en: 'Version', hi: 'संस्करण' },
  videoStatus: { en: 'Video check', hi: 'वीडियो की जाँच' },
  what: { en: 'What', hi: 'क्या' },
  withdrawnAt: { en: 'Taken back', hi: 'वापस ली गई' },
  wording: { en: 'Wording', hi: 'शब्द' },
};

/** The name of a value within a row: `schedule`, `0`, `dueOn` reads "Plan · 1 · Due". */
export function labelOf(path: readonly string[], language: Language): string {
  const label = path
    .map((part) => {
      if (/^\d+$/.test(part)) return String(Number(part) + 1);
      return LABELS[part]?.[language] ?? wordsOf(part);
    })
    .join(' · ');
  return label.charAt(0).toUpperCase() + label.slice(1);
}

/** `coolingOffDays` reads "cooling off days". */
function wordsOf(name: string): string {
  return name
    .replace(/Paise$|At$/, '')
    .replaceAll('_', ' ')
    .replaceAll(/([a-z])([A-Z0-9])/g, '$1 $2')
    .toLowerCase();
}

import type { Repayment } from '@mohlat/contract';

type Component = Repayment['allocation'][number]['component'];

interface ReceiptWords {
  readonly payment: string;
  readonly repayment: string;
  readonly noDues: string;
  readonly name: string;
  readonly lender: string;
  readonly paidTo: string;
  readonly card: string;
  readonly amount: string;
  readonly paidAt: string;
  readonly ourReference: string;
  readonly bankReference: string;
  readonly proposal: string;
  readonly repays: string;
  readonly bill: string;
  readonly fee: string;
  readonly gst: string;
  readonly interest: string;
  readonly total: string;
  readonly apr: string;
  readonly number: string;
  readonly due: string;
  readonly receivedAt: string;
  readonly valueOn: string;
  readonly channel: string;
  readonly channels: Readonly<Record<string, string>>;
  readonly usedFor: string;
  readonly asOf: (on: string) => string;
  readonly instalment: string;
  readonly part: string;
  readonly components: Readonly<Record<Component, string>>;
  readonly wentBack: string;
  readonly loan: string;
  readonly returned: string;
  readonly mayReturn: string;
  readonly cancelled: (on: string) => string;
  readonly daysUsed: string;
  readonly repaid: string;
  readonly noDuesText: (lender: string, loan: string, on: string) => string;
  readonly noDuesFree: string;
  readonly closedOn: string;
  readonly lentOn: string;
  readonly written: string;
}

const en: ReceiptWords = {
  payment: 'Receipt: credit card bill paid',
  repayment: 'Receipt: repayment',
  noDues: 'No-dues letter',
  name: 'Name',
  lender: 'Lender',
  paidTo: 'Paid to',
  card: 'Card',
  amount: 'Amount',
  paidAt: 'Paid on',
  ourReference: 'Our reference',
  bankReference: 'Bank reference',
  proposal: 'Loan',
  repays: 'How it is repaid',
  bill: 'Bill',
  fee: 'Service fee',
  gst: 'of which GST',
  interest: 'Interest',
  total: 'Total to repay',
  apr: 'APR, a year',
  number: 'No.',
  due: 'Due date',
  receivedAt: 'Received on',
  valueOn: 'Counts from',
  channel: 'Paid by',
  channels: {
    checkout: 'Checkout',
    mandate: 'Autopay',
    reward: 'Rewards',
    identified: 'Found by us to be yours',
  },
  usedFor: 'What it was used for',
  asOf: (on) =>
    `As the books stand on ${on}. Money that counts from an earlier day, or closing early, may divide it anew.`,
  instalment: 'Instalment',
  part: 'Part',
  components: {
    interest: 'Interest',
    fee: 'Service fee',
    principal: 'Bill',
    bounce: 'Charge for a returned debit',
    penal: 'Charge for late payment',
    excess: 'More than was owed: yours, to be returned',
    rounding: 'Rounding',
  },
  wentBack: 'More than was owed: it went back to you',
  loan: 'Repays the bill payment of',
  returned: 'The bank sent this payment back later.',
  mayReturn:
    'The bill network says that this payment may be on its way back. Until that is settled, nothing is to be paid on it.',
  cancelled: (on) => `The payment was cancelled on ${on}. Its service fee, with the GST, is no longer owed.`,
  daysUsed: 'Cost of the days used',
  repaid: 'Repaid in all',
  noDuesText: (lender, loan, on) =>
    `${lender} confirms that the loan ${loan} was repaid in full on ${on}. Nothing is due on it: no principal, no interest, no fee and no charge.`,
  noDuesFree:
    'The loan is closed in our books. It stays in credit bureau records as a closed loan, as the law requires.',
  closedOn: 'Closed on',
  lentOn: 'Bill paid on',
  written: 'Written by a computer; it needs no signature.',
};

const hi: ReceiptWords = {
  payment: 'रसीद: क्रेडिट कार्ड बिल का भुगतान',
  repayment: 'रसीद: चुकौती',
  noDues: 'बकाया-नहीं पत्र (No dues)',
  name: 'नाम',
  lender: 'ऋणदाता',
  paidTo: 'किसे भुगतान हुआ',
  card: 'कार्ड',
  amount: 'रकम',
  paidAt: 'भुगतान का समय',
  ourReference: 'हमारा संदर्भ',
  bankReference: 'बैंक का संदर्भ',
  proposal: 'ऋण',
  repays: 'कैसे चुकाना है',
  bill: 'बिल',
  fee: 'सेवा शुल्क',
  gst: 'जिसमें GST',
  interest: 'ब्याज',
  total: 'कुल चुकाना है',
  apr: 'APR, सालाना',
  number: 'क्र.',
  due: 'देय तिथि',
  receivedAt: 'मिलने का समय',
  valueOn: 'किस दिन से गिना गया',
  channel: 'किससे चुकाया',
  channels: { checkout: 'चेकआउट', mandate: 'ऑटोपे', reward: 'रिवॉर्ड', identified: 'हमने आपका पहचाना' },
  usedFor: 'यह रकम किसमें लगी',
  asOf: (on) => `${on} तक के खाते के अनुसार। पहले की तारीख का पैसा आने पर, या जल्दी बंद करने पर, बँटवारा बदल सकता है।`,
  instalment: 'किस्त',
  part: 'हिस्सा',
  components: {
    interest: 'ब्याज',
    fee: 'सेवा शुल्क',
    principal: 'बिल',
    bounce: 'लौटे डेबिट का शुल्क',
    penal: 'देर से भुगतान का शुल्क',
    excess: 'बकाया से ज़्यादा: आपकी रकम, लौटाई जाएगी',
    rounding: 'पूर्णांकन',
  },
  wentBack: 'बकाया से ज़्यादा: आपको लौटा दी गई',
  loan: 'किस बिल भुगतान की चुकौती',
  returned: 'बैंक ने यह भुगतान बाद में लौटा दिया।',
  mayReturn: 'बिल नेटवर्क के अनुसार यह भुगतान शायद लौट रहा है। इसका फ़ैसला होने तक इस पर कुछ नहीं चुकाना है।',
  cancelled: (on) => `यह भुगतान ${on} को रद्द किया गया। इसका सेवा शुल्क, GST सहित, अब नहीं देना है।`,
  daysUsed: 'इस्तेमाल किए गए दिनों की लागत',
  repaid: 'कुल चुकाया गया',
  noDuesText: (lender, loan, on) =>
    `${lender} पुष्टि करता है कि ऋण ${loan} ${on} को पूरा चुका दिया गया। इस पर कुछ भी बकाया नहीं है: न मूलधन, न ब्याज, न फ़ीस, न कोई शुल्क।`,
  noDuesFree: 'हमारे बहीखाते में यह ऋण बंद है। क़ानून के अनुसार क्रेडिट ब्यूरो में यह बंद ऋण के रूप में दर्ज रहता है।',
  closedOn: 'बंद हुआ',
  lentOn: 'बिल भुगतान की तारीख',
  written: 'कंप्यूटर से बना है; हस्ताक्षर की ज़रूरत नहीं।',
};

export const RECEIPT_WORDS = { en, hi } as const;

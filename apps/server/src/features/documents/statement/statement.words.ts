import type { MovementKind } from './statement.rules.ts';

interface StatementWords {
  readonly title: (month: string) => string;
  readonly sofar: (day: string) => string;
  readonly name: string;
  readonly lender: string;
  readonly opening: string;
  readonly closing: string;
  readonly all: string;
  readonly columns: readonly [date: string, what: string, amount: string, balance: string];
  readonly kinds: Readonly<Record<MovementKind, string>>;
  readonly backDated: (day: string) => string;
  readonly noLoan: string;
  readonly nothing: string;
  readonly sign: string;
  readonly written: string;
}

const en: StatementWords = {
  title: (month) => `Statement for ${month}`,
  sofar: (day) => `This month is not over: as of ${day}.`,
  name: 'Name',
  lender: 'Lender',
  opening: 'Owed at the beginning',
  closing: 'Owed at the end',
  all: 'All payments together',
  columns: ['Date', 'What', 'Amount', 'Owed then'],
  kinds: {
    bill: 'Bill paid for you',
    fee: 'Service fee with GST',
    interest: 'Interest of the month',
    charge: 'Charge for late payment or a returned debit',
    repayment: 'Repayment',
    refund: 'Returned to you',
    reward: 'Paid with rewards',
    waived: 'Waived',
    writtenOff: 'Let off as agreed',
    correction: 'Correction',
  },
  backDated: (day) => `counts from ${day}`,
  noLoan: 'Not tied to one payment',
  nothing: 'Nothing was owed and nothing happened in this month.',
  sign: 'A minus is in your favour.',
  written: 'Written from the ledger by a computer; it needs no signature.',
};

const hi: StatementWords = {
  title: (month) => `${month} का विवरण (statement)`,
  sofar: (day) => `यह महीना अभी पूरा नहीं हुआ: ${day} तक।`,
  name: 'नाम',
  lender: 'ऋणदाता',
  opening: 'शुरू में बकाया',
  closing: 'अंत में बकाया',
  all: 'सभी भुगतान मिलाकर',
  columns: ['तारीख', 'विवरण', 'रकम', 'तब बकाया'],
  kinds: {
    bill: 'आपके लिए भरा गया बिल',
    fee: 'सेवा शुल्क, GST सहित',
    interest: 'महीने का ब्याज',
    charge: 'देर से भुगतान या लौटे डेबिट का शुल्क',
    repayment: 'चुकौती',
    refund: 'आपको लौटाया गया',
    reward: 'रिवॉर्ड से चुकाया',
    waived: 'माफ़',
    writtenOff: 'समझौते के अनुसार माफ़',
    correction: 'सुधार',
  },
  backDated: (day) => `${day} से गिना गया`,
  noLoan: 'किसी एक भुगतान का नहीं',
  nothing: 'इस महीने न कुछ बकाया था, न कुछ हुआ।',
  sign: 'ऋण चिह्न (−) आपके पक्ष में है।',
  written: 'बहीखाते से कंप्यूटर द्वारा बना; हस्ताक्षर की ज़रूरत नहीं।',
};

export const STATEMENT_WORDS = { en, hi } as const;

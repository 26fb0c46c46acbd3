import type { KeyFacts } from '@mohlat/contract';
import { money } from '../documents.pages.ts';
import { KEY_FACTS_WORDS } from './key-facts.words.ts';

/** Where the policies stand, and where the agreement was made. */
interface Places {
  readonly site: string;
  readonly privacy: string;
  readonly terms: string;
}

type Clause = readonly [heading: string, text: string];

export interface AgreementWords {
  readonly title: string;
  readonly letter: string;
  readonly letterText: (lender: string) => string;
  readonly lender: string;
  readonly borrower: string;
  readonly total: string;
  readonly sanctionedAt: string;
  readonly openUntil: string;
  readonly letterEnd: string;
  readonly agreement: string;
  readonly agreementText: (lender: string) => string;
  /** In their order; figures are those of the key facts, in their words. Rule: LEND-9, LEND-W2, LEND-W3. */
  readonly clauses: (facts: KeyFacts, places: Places) => readonly Clause[];
  readonly byReference: string;
  readonly byReferenceText: string;
  readonly place: string;
  readonly placeText: (site: string) => string;
  readonly acceptedFrom: string;
}

const en: AgreementWords = {
  title: 'Sanction letter and loan agreement',
  letter: 'Sanction letter',
  letterText: (lender) =>
    `${lender} sanctions the loan below, on the terms of the key facts statement with the same number.`,
  lender: 'Lender',
  borrower: 'Borrower',
  total: 'Total to be paid: sanctioned amount and interest',
  sanctionedAt: 'Sanctioned on',
  openUntil: 'Open for acceptance until',
  letterEnd: 'The agreement follows on the next page, with when and from where it was accepted.',
  agreement: 'Loan agreement',
  agreementText: (lender) =>
    `Between ${lender}, the lender, and the borrower named in the sanction letter. Mohlat is the lender’s service provider: the app, and the people who answer.`,
  clauses: (facts, { privacy, terms }) => {
    const shared = KEY_FACTS_WORDS.en;
    const { recovery, grievance, officer, transfer, coolingOff } = shared.clauseTexts(facts);
    return [
      [
        'The loan',
        `The lender lends ${money(facts.sanctionedAmountPaise)}: the card bill of ${money(facts.disbursedAmountPaise)} and the service fee. ${shared.feeA(money(facts.serviceFeePaise), money(facts.gstIncludedPaise))}.`,
      ],
      [
        'Disbursal',
        `${shared.disbursal(facts)}, through the bill network. Where the bill is not paid, no loan arises and nothing is owed. Where the bank sends the money back, the loan is undone and what was repaid is returned.`,
      ],
      [
        'Interest',
        `${facts.annualRatePercent}% a year, fixed. An overdue instalment earns no further interest, and charges earn none.`,
      ],
      [
        'Repayment',
        `${ended(shared.instalments(facts), '.')} Due dates count from the day the bill is paid. You repay from your own bank account or by UPI, not from a credit card or other credit.`,
      ],
      [
        'What a repayment pays',
        'The instalments that are due, the oldest first, and of each the interest, then the fee, then the bill. Then charges for returned debits, then charges for late payment, then instalments to come. Once a loan of yours is more than 90 days past due, the bill comes first, then the fee, the interest and the charges. What is more than is owed goes back to you.',
      ],
      ['Late payment', shared.late(facts.lateCharges)],
      ['Returned debit', `${shared.bounce(money(facts.lateCharges.bouncePaise))}.`],
      [
        'Paying early',
        'You may repay all of it on any day, by paying what is owed that day. You may pay a part early when nothing is due or paid ahead, of at least the sum that the app names; the coming instalments become smaller, the due dates stay. Neither costs a charge. The service fee is not given back.',
      ],
      ['Cooling-off', `${coolingOff}. The service fee, with its GST, is then no longer owed.`],
      [
        'Autopay',
        'Only if you set it up, with your bank’s approval. Each debit is announced at least a day before, and pays its own instalment alone. You may end it in the app or at your bank at any time.',
      ],
      ['Credit bureaus', 'Repayments and arrears are reported to credit bureaus as the law requires.'],
      ['Recovery', recovery],
      [shared.clauses.transfer, transfer],
      ['Complaints', `${grievance} ${officer}`],
      [
        'Data and privacy',
        `The privacy policy says what is asked for and why, who sees it and how long it stays. Privacy policy: ${privacy}`,
      ],
      [
        'Terms and law',
        `The terms of Mohlat apply besides; where they differ from the key facts statement, the statement decides. Indian law applies. Nothing here takes away a right the law gives you. Terms: ${terms}`,
      ],
    ];
  },
  byReference: 'Key facts and schedule',
  byReferenceText:
    'The key facts statement, with the repayment schedule in its Annex C, is part of this agreement. It is the one with this hash:',
  place: 'Place of acceptance',
  placeText: (site) => `Electronically, at ${site}`,
  acceptedFrom: 'Network address it was accepted from',
};

const hi: AgreementWords = {
  title: 'स्वीकृति पत्र और ऋण समझौता',
  letter: 'स्वीकृति पत्र',
  letterText: (lender) => `${lender} नीचे दिया गया ऋण स्वीकृत करता है, इसी संख्या के मुख्य तथ्य विवरण की शर्तों पर।`,
  lender: 'ऋणदाता',
  borrower: 'ऋण लेने वाले',
  total: 'कुल चुकौती: स्वीकृत राशि और ब्याज',
  sanctionedAt: 'स्वीकृति का समय',
  openUntil: 'सहमति देने का अंतिम समय',
  letterEnd: 'समझौता अगले पेज पर है; सहमति कब और कहाँ से दी गई, यह भी वहीं है।',
  agreement: 'ऋण समझौता',
  agreementText: (lender) =>
    `ऋणदाता ${lender} और स्वीकृति पत्र में नामित ऋण लेने वाले के बीच। Mohlat ऋणदाता का सेवा प्रदाता है: ऐप, और जवाब देने वाले लोग।`,
  clauses: (facts, { privacy, terms }) => {
    const shared = KEY_FACTS_WORDS.hi;
    const { recovery, grievance, officer, transfer, coolingOff } = shared.clauseTexts(facts);
    return [
      [
        'ऋण',
        `ऋणदाता ${money(facts.sanctionedAmountPaise)} उधार देता है: कार्ड का ${money(facts.disbursedAmountPaise)} का बिल और सेवा शुल्क। ${shared.feeA(money(facts.serviceFeePaise), money(facts.gstIncludedPaise))}।`,
      ],
      [
        'संवितरण',
        `${shared.disbursal(facts)}, बिल नेटवर्क से। बिल न चुके, तो कोई ऋण नहीं बनता और कुछ बकाया नहीं होता। बैंक पैसा लौटा दे, तो ऋण रद्द हो जाता है और चुकाई गई रकम लौटाई जाती है।`,
      ],
      [
        'ब्याज',
        `${facts.annualRatePercent}% सालाना, ${shared.fixed}। बकाया किस्त पर आगे ब्याज नहीं लगता, और शुल्कों पर भी नहीं।`,
      ],
      [
        'चुकौती',
        `${ended(shared.instalments(facts), '।')} देय तिथियाँ बिल चुकने के दिन से गिनी जाती हैं। आप अपने बैंक खाते या UPI से चुकाते हैं, क्रेडिट कार्ड या दूसरे क्रेडिट से नहीं।`,
      ],
      [
        'चुकाई रकम किसमें लगती है',
        'देय किस्तों में, सबसे पुरानी पहले, और हर किस्त में ब्याज, फिर फ़ीस, फिर बिल। उसके बाद लौटे डेबिट के शुल्क, फिर देर से भुगतान के शुल्क, फिर आगे की किस्तें। आपके किसी ऋण में 90 दिन से ज़्यादा की देरी होने पर पहले बिल, फिर फ़ीस, ब्याज और शुल्क। बकाया से ज़्यादा रकम आपको लौटती है।',
      ],
      ['देर से भुगतान', shared.late(facts.lateCharges)],
      ['लौटा हुआ डेबिट', `${shared.bounce(money(facts.lateCharges.bouncePaise))}।`],
      [
        'समय से पहले चुकाना',
        'आप किसी भी दिन, उस दिन का बकाया देकर, पूरा ऋण चुका सकते हैं। जब कुछ देय न हो और आगे का कुछ चुका न हो, तब एक हिस्सा पहले चुका सकते हैं, कम से कम उतना जितना ऐप बताता है; आगे की किस्तें छोटी होती हैं, देय तिथियाँ वही रहती हैं। दोनों का कोई शुल्क नहीं है। सेवा शुल्क वापस नहीं होता।',
      ],
      ['कूलिंग-ऑफ़', `${coolingOff}। तब सेवा शुल्क, GST सहित, नहीं देना है।`],
      [
        'ऑटोपे',
        'केवल आपके चालू करने पर, आपके बैंक की मंज़ूरी से। हर डेबिट की सूचना कम से कम एक दिन पहले दी जाती है, और वह केवल अपनी किस्त चुकाता है। आप इसे ऐप में या अपने बैंक में कभी भी बंद कर सकते हैं।',
      ],
      ['क्रेडिट ब्यूरो', 'चुकौती और बकाया क़ानून के अनुसार क्रेडिट ब्यूरो को बताए जाते हैं।'],
      ['वसूली', recovery],
      [shared.clauses.transfer, transfer],
      ['शिकायत', `${grievance} ${officer}`],
      [
        'डेटा और निजता',
        `क्या पूछा जाता है और क्यों, उसे कौन देखता है और वह कितने समय रहता है, यह निजता नीति में है। निजता नीति: ${privacy}`,
      ],
      [
        'शर्तें और क़ानून',
        `Mohlat की शर्तें भी लागू हैं; मुख्य तथ्य विवरण से फ़र्क होने पर विवरण ही मान्य है। भारतीय क़ानून लागू होता है। क़ानून का दिया कोई अधिकार यहाँ कम नहीं होता। शर्तें: ${terms}`,
      ],
    ];
  },
  byReference: 'मुख्य तथ्य और चुकौती की सूची',
  byReferenceText:
    'मुख्य तथ्य विवरण, उसके अनुलग्नक C की चुकौती की सूची सहित, इस समझौते का हिस्सा है। यह वही विवरण है जिसका हैश यह है:',
  place: 'सहमति का स्थान',
  placeText: (site) => `इलेक्ट्रॉनिक रूप से, ${site} पर`,
  acceptedFrom: 'सहमति किस नेटवर्क पते से दी गई',
};

export const AGREEMENT_WORDS = { en, hi } as const;

/** A text of the key facts as a sentence of its own. */
function ended(text: string, stop: string): string {
  return text.endsWith(stop) ? text : `${text}${stop}`;
}

import type { KeyFacts } from '@mohlat/contract';
import { dayText, money, shortMoney } from '../documents.pages.ts';

type Charges = KeyFacts['lateCharges'];

/** The regulator's rows in words. What they mean belongs to the statement's version: change both together. */
export interface KeyFactsWords {
  readonly title: string;
  readonly intro: (lender: string, registration: string) => string;
  readonly part1: string;
  readonly part2: string;
  readonly annexB: string;
  readonly annexC: string;
  readonly columns: { readonly number: string; readonly what: string; readonly value: string };
  readonly rows: Readonly<Record<Row, string>>;
  readonly type: (facts: KeyFacts) => string;
  readonly disbursal: (facts: KeyFacts) => string;
  readonly term: (months: number) => string;
  readonly instalments: (facts: KeyFacts) => string;
  readonly fixed: string;
  readonly notApplicable: string;
  readonly nil: string;
  readonly feeA: (fee: string, gst: string) => string;
  readonly late: (charges: Charges) => string;
  readonly bounce: (amount: string) => string;
  readonly clauses: Readonly<Record<Clause, string>>;
  readonly clauseTexts: (facts: ClauseFacts) => Readonly<Record<Clause, string>>;
  readonly apr: Readonly<Record<AprRow, string>>;
  readonly schedule: readonly string[];
  readonly total: string;
  readonly accepted: string;
  readonly acceptedAt: string;
  readonly heldUntil: string;
  readonly notAccepted: string;
  readonly hash: string;
  readonly proof: string;
}

type Row =
  | 'proposal'
  | 'type'
  | 'sanctioned'
  | 'disbursal'
  | 'term'
  | 'instalments'
  | 'rate'
  | 'floating'
  | 'feesA'
  | 'feesB'
  | 'apr'
  | 'late'
  | 'bounce'
  | 'foreclosure'
  | 'switching'
  | 'other';
type ClauseFacts = Pick<KeyFacts, 'version' | 'coolingOffDays' | 'mayBeTransferred' | 'grievanceOfficer'>;
type Clause = 'recovery' | 'grievance' | 'officer' | 'transfer' | 'coLending' | 'coolingOff' | 'platform';
type AprRow =
  | 'sanctioned'
  | 'term'
  | 'instalments'
  | 'firstDue'
  | 'rate'
  | 'interest'
  | 'feesLender'
  | 'feesThird'
  | 'net'
  | 'total'
  | 'apr'
  | 'dueDates';

const en: KeyFactsWords = {
  title: 'Key facts statement',
  intro: (lender, registration) => `Lender: ${lender} (${registration}). Service provider: Mohlat.`,
  part1: 'Part 1: interest rate, fees and charges',
  part2: 'Part 2: other information',
  annexB: 'Annex B: how the annual percentage rate is worked out',
  annexC: 'Annex C: repayment schedule',
  columns: { number: 'No.', what: 'What', value: 'Your loan' },
  rows: {
    proposal: 'Loan proposal number',
    type: 'Type of loan',
    sanctioned: 'Sanctioned loan amount',
    disbursal: 'Disbursal',
    term: 'Loan term',
    instalments: 'Instalments',
    rate: 'Interest rate and type',
    floating: 'If the rate is floating',
    feesA: 'Fees payable to the lender (A)',
    feesB: 'Fees payable to a third party through the lender (B)',
    apr: 'Annual percentage rate (APR)',
    late: 'Contingent charge: late payment',
    bounce: 'Contingent charge: returned debit',
    foreclosure: 'Contingent charge: closing early',
    switching: 'Contingent charge: switching between fixed and floating',
    other: 'Any other charge',
  },
  type: (facts) =>
    `Credit card bill payment loan, ${facts.planKind === 'single' ? 'one payment' : `${facts.instalmentCount} monthly instalments`}`,
  disbursal: ({ card, disbursedAmountPaise }) =>
    `100% upfront: ${money(disbursedAmountPaise)} to ${card.bankName} for the card ending ${card.last4}`,
  term: (months) => (months === 1 ? '1 month' : `${months} months`),
  instalments: (facts) =>
    facts.instalmentCount === 1
      ? `1 payment of ${money(facts.instalmentPaise)}, due ${dayText(facts.firstDueDate, 'en')}`
      : `${facts.instalmentCount} monthly instalments of ${money(facts.instalmentPaise)}; first due ${dayText(facts.firstDueDate, 'en')}. Each one stands in Annex C.`,
  fixed: 'fixed',
  notApplicable: 'Not applicable',
  nil: 'Nil',
  feeA: (fee, gst) => `Service fee ${fee}, once, of which GST ${gst}`,
  late: (charges) =>
    `On day ${listOf(charges.onLateDays, 'and')} after a missed due date, by the amount unpaid: ${charges.bands
      .map((band) => `up to ${shortMoney(band.unpaidUpToPaise)}: ${shortMoney(band.chargePaise)}`)
      .join(
        '; ',
      )}; above that: ${shortMoney(charges.aboveBandsPaise)}.${charges.capPercent === undefined ? '' : ` All of them together: at most ${Number(charges.capPercent)}% of the financed amount.`} Never added to the principal.`,
  bounce: (amount) => `${amount} once an instalment, when an e-NACH debit returns for want of funds`,
  clauses: {
    recovery: 'Clause on recovery agents',
    grievance: 'Clause on grievance redressal',
    officer: 'Nodal grievance officer',
    transfer: 'May the loan be transferred or securitised?',
    coLending: 'Co-lending: names, shares, blended rate',
    coolingOff: 'Cooling-off period',
    platform: 'Service provider acting as recovery agent',
  },
  clauseTexts: (facts) => ({
    recovery: 'You are told the name of any recovery agent before the agent first speaks to you.',
    grievance:
      'Write or call the officer named below. A complaint not settled in 30 days may be taken to the Reserve Bank’s Ombudsman.',
    officer: officerOf(facts),
    transfer: facts.mayBeTransferred ? 'Yes' : 'No',
    coLending: 'Not applicable',
    coolingOff: `${facts.coolingOffDays === 1 ? '1 day' : `${facts.coolingOffDays} days`} after the day of disbursal${saysToldDay(facts) ? ', and at least until the end of the day after we tell you of it' : ''}: repay the principal and its proportionate cost, without penalty`,
    platform: 'None',
  }),
  apr: {
    sanctioned: 'Sanctioned loan amount',
    term: 'Loan term in months',
    instalments: 'Number and amount of instalments',
    firstDue: 'First due date',
    rate: 'Rate of interest, fixed',
    interest: 'Total interest over the term',
    feesLender: 'Fees payable to the lender, tax included (A)',
    feesThird: 'Fees payable to third parties (B)',
    net: 'Net disbursed amount: sanctioned amount less A and B',
    total: 'Total to be paid: sanctioned amount and interest',
    apr: 'Annual percentage rate',
    dueDates: 'Due dates',
  },
  schedule: ['No.', 'Due', 'Outstanding before', 'Principal', 'Fee', 'Interest', 'Instalment'],
  total: 'Total',
  accepted: 'Acceptance',
  acceptedAt: 'Agreed to electronically on',
  heldUntil: 'This price is held until',
  notAccepted: 'Not agreed to yet.',
  hash: 'SHA-256 of the statement’s content',
  proof:
    'The hash was stored when these terms were shown. It is worked out anew whenever this document is written: one changed figure, and no document is given out.',
};

const hi: KeyFactsWords = {
  title: 'मुख्य तथ्य विवरण (Key Facts Statement)',
  intro: (lender, registration) => `ऋणदाता: ${lender} (${registration})। सेवा प्रदाता: Mohlat।`,
  part1: 'भाग 1: ब्याज दर, फ़ीस और शुल्क',
  part2: 'भाग 2: अन्य जानकारी',
  annexB: 'अनुलग्नक B: वार्षिक प्रतिशत दर (APR) की गणना',
  annexC: 'अनुलग्नक C: चुकौती की सूची',
  columns: { number: 'क्र.', what: 'विवरण', value: 'आपका ऋण' },
  rows: {
    proposal: 'ऋण प्रस्ताव संख्या',
    type: 'ऋण का प्रकार',
    sanctioned: 'स्वीकृत ऋण राशि',
    disbursal: 'संवितरण',
    term: 'ऋण की अवधि',
    instalments: 'किस्तें',
    rate: 'ब्याज दर और उसका प्रकार',
    floating: 'यदि दर फ़्लोटिंग हो',
    feesA: 'ऋणदाता को देय फ़ीस (A)',
    feesB: 'ऋणदाता के ज़रिए तीसरे पक्ष को देय फ़ीस (B)',
    apr: 'वार्षिक प्रतिशत दर (APR)',
    late: 'आकस्मिक शुल्क: देर से भुगतान',
    bounce: 'आकस्मिक शुल्क: लौटा हुआ डेबिट',
    foreclosure: 'आकस्मिक शुल्क: समय से पहले बंद करना',
    switching: 'आकस्मिक शुल्क: फ़िक्स्ड और फ़्लोटिंग के बीच बदलना',
    other: 'कोई अन्य शुल्क',
  },
  type: (facts) =>
    `क्रेडिट कार्ड बिल भुगतान ऋण, ${facts.planKind === 'single' ? 'एक भुगतान' : `${facts.instalmentCount} मासिक किस्तें`}`,
  disbursal: ({ card, disbursedAmountPaise }) =>
    `100% एक साथ: ${money(disbursedAmountPaise)} ${card.bankName} को, ${card.last4} पर ख़त्म होने वाले कार्ड के लिए`,
  term: (months) => (months === 1 ? '1 महीना' : `${months} महीने`),
  instalments: (facts) =>
    facts.instalmentCount === 1
      ? `${money(facts.instalmentPaise)} का 1 भुगतान, देय तिथि ${dayText(facts.firstDueDate, 'hi')}`
      : `${money(facts.instalmentPaise)} की ${facts.instalmentCount} मासिक किस्तें; पहली देय तिथि ${dayText(facts.firstDueDate, 'hi')}। हर किस्त अनुलग्नक C में है।`,
  fixed: 'फ़िक्स्ड',
  notApplicable: 'लागू नहीं',
  nil: 'शून्य',
  feeA: (fee, gst) => `सेवा शुल्क ${fee}, एक बार, जिसमें GST ${gst} शामिल`,
  late: (charges) =>
    `देय तिथि चूकने के बाद दिन ${listOf(charges.onLateDays, 'और')} पर, बकाया रकम के अनुसार: ${charges.bands
      .map((band) => `${shortMoney(band.unpaidUpToPaise)} तक: ${shortMoney(band.chargePaise)}`)
      .join(
        '; ',
      )}; उससे ऊपर: ${shortMoney(charges.aboveBandsPaise)}।${charges.capPercent === undefined ? '' : ` सब मिलाकर: वित्तपोषित राशि के ${Number(charges.capPercent)}% से ज़्यादा नहीं।`} यह मूलधन में कभी नहीं जुड़ता।`,
  bounce: (amount) => `पैसे की कमी से e-NACH डेबिट लौटने पर, हर किस्त में एक बार ${amount}`,
  clauses: {
    recovery: 'वसूली एजेंट का प्रावधान',
    grievance: 'शिकायत निवारण का प्रावधान',
    officer: 'नोडल शिकायत अधिकारी',
    transfer: 'क्या ऋण हस्तांतरित या प्रतिभूतिकृत हो सकता है?',
    coLending: 'सह-ऋण: नाम, हिस्सा, मिश्रित दर',
    coolingOff: 'कूलिंग-ऑफ़ अवधि',
    platform: 'वसूली एजेंट के रूप में सेवा प्रदाता',
  },
  clauseTexts: (facts) => ({
    recovery: 'कोई वसूली एजेंट आपसे पहली बार बात करे, उससे पहले उसका नाम आपको बताया जाता है।',
    grievance:
      'नीचे दिए गए अधिकारी को लिखें या फ़ोन करें। 30 दिन में हल न होने वाली शिकायत रिज़र्व बैंक के लोकपाल के पास ले जाई जा सकती है।',
    officer: officerOf(facts),
    transfer: facts.mayBeTransferred ? 'हाँ' : 'नहीं',
    coLending: 'लागू नहीं',
    coolingOff: `संवितरण के दिन के बाद ${facts.coolingOffDays} दिन${saysToldDay(facts) ? ', और कम से कम उसकी सूचना के अगले दिन के अंत तक' : ''}: मूलधन और उसकी आनुपातिक लागत चुकाएँ, बिना किसी जुर्माने के`,
    platform: 'कोई नहीं',
  }),
  apr: {
    sanctioned: 'स्वीकृत ऋण राशि',
    term: 'ऋण की अवधि, महीनों में',
    instalments: 'किस्तों की संख्या और रकम',
    firstDue: 'पहली देय तिथि',
    rate: 'ब्याज दर, फ़िक्स्ड',
    interest: 'पूरी अवधि का कुल ब्याज',
    feesLender: 'ऋणदाता को देय फ़ीस, कर सहित (A)',
    feesThird: 'तीसरे पक्ष को देय फ़ीस (B)',
    net: 'शुद्ध संवितरित रकम: स्वीकृत राशि में से A और B घटाकर',
    total: 'कुल चुकौती: स्वीकृत राशि और ब्याज',
    apr: 'वार्षिक प्रतिशत दर',
    dueDates: 'देय तिथियाँ',
  },
  schedule: ['क्र.', 'देय तिथि', 'पहले बकाया', 'मूलधन', 'फ़ीस', 'ब्याज', 'किस्त'],
  total: 'कुल',
  accepted: 'स्वीकृति',
  acceptedAt: 'इलेक्ट्रॉनिक रूप से सहमति दी गई',
  heldUntil: 'यह कीमत इस समय तक मान्य है',
  notAccepted: 'अभी सहमति नहीं दी गई है।',
  hash: 'विवरण की सामग्री का SHA-256',
  proof:
    'ये शर्तें दिखाते समय यह हैश सहेजा गया था। यह दस्तावेज़ जब भी लिखा जाता है, हैश फिर से निकाला जाता है: एक भी अंक बदला हो तो दस्तावेज़ नहीं दिया जाता।',
};

export const KEY_FACTS_WORDS = { en, hi } as const;

function listOf(numbers: readonly number[], and: string): string {
  return numbers.length < 2
    ? numbers.join('')
    : `${numbers.slice(0, -1).join(', ')} ${and} ${String(numbers.at(-1))}`;
}

function officerOf({ grievanceOfficer: { name, phone, email } }: ClauseFacts): string {
  return `${name}, ${phone}, ${email}`;
}

/** Statements of before `kfs-4` were agreed to without it. */
function saysToldDay({ version }: Pick<KeyFacts, 'version'>): boolean {
  return !['kfs-1', 'kfs-2', 'kfs-3'].includes(version);
}

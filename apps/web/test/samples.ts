import {
  type AnswerOf,
  type Bill,
  type Card,
  createQuote,
  endpointOf,
  type Kyc,
  type Mandate,
  type Me,
  type Payment,
  type Quote,
  type Repayment,
  type Transaction,
} from '@mohlat/contract';

export const ID = {
  user: '0192ab34-0000-7000-8000-000000000001',
  card: '0192ab34-0000-7000-8000-000000000002',
  payment: '0192ab34-0000-7000-8000-000000000003',
  quote: '0192ab34-0000-7000-8000-000000000004',
  repayment: '0192ab34-0000-7000-8000-000000000005',
  session: '0192ab34-0000-7000-8000-000000000006',
} as const;

const credit: NonNullable<Me['credit']> = {
  limitPaise: 6_000_000,
  usedPaise: 1_500_000,
  availablePaise: 4_500_000,
  usedPercent: 25,
  score: 782,
  state: 'active',
  reasons: [{ code: 'B05', text: 'Until your video KYC is approved the limit is at most ₹60,000.' }],
};

/** Asha, KYC complete, with a limit of ₹60,000 of which ₹15,000 are used. */
export function sampleMe(change: Partial<Me> = {}): Me {
  return {
    id: ID.user,
    email: 'asha@example.in',
    mobile: '+919876543210',
    name: 'Asha Rao',
    isAdmin: false,
    onboardingComplete: true,
    pendingContact: { email: null, mobile: null },
    profile: {
      fullName: 'Asha Rao',
      panMasked: 'ABXXXXX34F',
      dateOfBirth: '1990-01-01',
      address: '12 MG Road, Bengaluru',
      monthlyIncomePaise: 8_500_000,
    },
    kyc: { panVerified: true, aadhaarVerified: true, videoStatus: 'not_started', isComplete: true },
    credit,
    ...change,
  };
}

export const beforeKyc = () =>
  sampleMe({
    kyc: { panVerified: false, aadhaarVerified: false, videoStatus: 'not_started', isComplete: false },
    credit: null,
  });

export function sampleKyc(verified: readonly ('pan' | 'aadhaar')[] = []): Kyc {
  const isPan = verified.includes('pan');
  const isAadhaar = verified.includes('aadhaar');
  return {
    pan: {
      status: isPan ? 'verified' : 'not_started',
      masked: isPan ? 'ABXXXXX34F' : null,
      nameOnPan: isPan ? 'ASHA RAO' : null,
      reason: null,
    },
    aadhaar: {
      status: isAadhaar ? 'verified' : 'not_started',
      masked: isAadhaar ? 'XXXX XXXX 7058' : null,
      reason: null,
    },
    video: { status: 'not_started' },
    isComplete: isPan && isAadhaar,
    reKycDueOn: isPan && isAadhaar ? '2034-11-20' : null,
    isReKycOpen: false,
  };
}

export const sampleCard: Card = {
  id: ID.card,
  maskedNumber: '•••• 4021',
  last4: '4021',
  network: 'visa',
  nameOnCard: 'ASHA RAO',
  expiry: '12/29',
  bankName: 'HDFC Bank',
  nickname: null,
  lastUsedAt: null,
};

export function sampleBill(change: Partial<Bill> = {}): Bill {
  return {
    amountDuePaise: 1_500_000,
    minimumDuePaise: 75_000,
    billDate: '2026-11-10',
    dueDate: '2026-11-30',
    customerName: 'ASHA RAO',
    exactness: 'any',
    payableUntil: '2026-11-20T12:00:00Z',
    ...change,
  };
}

const row = (number: number, dueDate: string) => ({
  number,
  dueDate,
  principalPaise: 500_000,
  interestPaise: 10_000,
  feePaise: 10_000,
  amountPaise: 520_000,
});

const SINGLE_OPTION: QuoteSaid['options'][number] = {
  plan: { kind: 'single' },
  totalAmountPaise: 1_530_000,
  instalmentPaise: 1_530_000,
  instalmentCount: 1,
  interestPaise: 0,
  firstDueDate: '2026-12-20',
  lastDueDate: '2026-12-20',
  aprPercent: '24.33',
  annualRatePercent: '0.00',
};
/** As the server says it. */
type QuoteSaid = AnswerOf<typeof createQuote>;

const EMI_OPTION: QuoteSaid['options'][number] = {
  plan: { kind: 'emi', instalments: 3 },
  totalAmountPaise: 1_560_000,
  instalmentPaise: 520_000,
  instalmentCount: 3,
  interestPaise: 30_000,
  firstDueDate: '2026-12-20',
  lastDueDate: '2027-02-20',
  aprPercent: '23.84',
  annualRatePercent: '11.75',
};

/** ₹15,000 as one payment or in three EMIs, the dearer plan first on the wire. */
export function sampleQuote(kind: 'single' | 'emi' = 'single', change: Partial<QuoteSaid> = {}): Quote {
  const option = kind === 'single' ? SINGLE_OPTION : EMI_OPTION;
  return endpointOf(createQuote).answer.parse({
    quoteId: `${ID.quote.slice(0, -1)}${kind === 'single' ? '4' : '9'}`,
    expiresAt: '2026-11-20T12:15:00Z',
    amountPaise: 1_500_000,
    serviceFeePaise: 30_000,
    gstIncludedPaise: 4_576,
    interestPaise: option.interestPaise,
    totalAmountPaise: option.totalAmountPaise,
    aprPercent: option.aprPercent,
    annualRatePercent: option.annualRatePercent,
    plan: option.plan,
    schedule: [row(1, '2026-12-20')],
    options: [EMI_OPTION, SINGLE_OPTION],
    late: {
      graceDays: 3,
      onLateDays: [4],
      bands: [],
      aboveBandsPaise: 50_000,
      capPercent: '10.00',
      bouncePaise: 10_000,
    },
    keyFacts: {
      version: 'kfs-4',
      proposalNumber: 'MOH-1',
      lender: { name: 'Sandbox Lender', registration: 'Trial' },
      platform: 'Mohlat',
      loanType: 'Credit card bill payment loan',
      sanctionedAmountPaise: 1_500_000,
      disbursedTo: 'HDFC Bank, card ending 4021',
      disbursedAmountPaise: 1_500_000,
      termMonths: 1,
      instalmentCount: option.instalmentCount,
      instalmentPaise: option.instalmentPaise,
      firstDueDate: option.firstDueDate,
      annualRatePercent: option.annualRatePercent,
      rateType: 'Fixed',
      serviceFeePaise: 30_000,
      gstIncludedPaise: 4_576,
      thirdPartyFeePaise: 0,
      interestPaise: option.interestPaise,
      totalAmountPaise: option.totalAmountPaise,
      aprPercent: option.aprPercent,
      contingentCharges: [{ name: 'Late payment', text: 'up to ₹500' }],
      coolingOffDays: 3,
      grievanceOfficer: { name: 'Officer', phone: '1800 000 0000', email: 'grievance@mohlat.example' },
      planKind: option.plan.kind,
      card: { bankName: 'HDFC Bank', last4: '4021' },
      lateCharges: {
        onLateDays: [4],
        bands: [],
        aboveBandsPaise: 50_000,
        bouncePaise: 10_000,
        capPercent: '10.00',
      },
      mayBeTransferred: false,
      schedule: [row(1, '2026-12-20')],
      hash: 'f'.repeat(64),
    },
    ...change,
  } satisfies QuoteSaid);
}

/** ₹15,000 to HDFC in three EMIs, the bill paid and nothing repaid yet. */
export function samplePayment(change: Partial<Payment> = {}): Payment {
  return {
    id: ID.payment,
    cardId: ID.card,
    cardMasked: '•••• 4021',
    bankName: 'HDFC Bank',
    amountPaise: 1_500_000,
    serviceFeePaise: 30_000,
    gstIncludedPaise: 4_576,
    interestPaise: 30_000,
    totalAmountPaise: 1_560_000,
    aprPercent: '23.84',
    annualRatePercent: '11.75',
    status: 'pending',
    billStatus: 'paid',
    needsReview: false,
    date: '2026-11-20T10:04:00Z',
    dueDate: '2027-02-20',
    billDate: '2026-11-10',
    billDueDate: '2026-11-30',
    billDuePaise: null,
    paidAt: '2026-11-20T10:05:00Z',
    ourReference: 'MOH01A1F928AB',
    railReference: 'M001SBX27',
    nextDue: { number: 1, amountPaise: 520_000, dueDate: '2026-12-20' },
    outstandingPaise: 1_560_000,
    cancel: null,
    ending: null,
    frozen: null,
    isWrittenOff: false,
    lateSuccess: null,
    settlement: null,
    refundDuePaise: 0,
    plan: { kind: 'emi', instalments: 3 },
    schedule: ['2026-12-20', '2027-01-20', '2027-02-20'].map((dueDate, index) => ({
      ...row(index + 1, dueDate),
      paidPaise: 0,
      status: 'upcoming' as const,
    })),
    charges: [],
    waived: [],
    partPrepayments: [],
    timeline: [
      { at: '2026-11-20T10:04:00Z', event: 'accepted' },
      { at: '2026-11-20T10:04:30Z', event: 'submitted' },
      { at: '2026-11-20T10:05:00Z', event: 'paid' },
    ],
    ...change,
  };
}

export function sampleDue(number: number, dueDate: string, change: object = {}) {
  return {
    ...row(number, dueDate),
    paymentId: ID.payment,
    cardMasked: '•••• 4021',
    bankName: 'HDFC Bank',
    duePaise: 520_000,
    status: 'upcoming',
    ...change,
  };
}

export function sampleTransaction(change: Partial<Transaction> = {}): Transaction {
  return {
    id: ID.payment,
    date: '2026-11-20T10:05:00Z',
    description: 'Credit Card Bill Payment',
    status: 'pending',
    billStatus: 'paid',
    amountPaise: 1_500_000,
    card: { bankName: 'HDFC Bank', last4: '4021' },
    ...change,
  };
}

export function sampleRepayment(change: Partial<Repayment> = {}): Repayment {
  return {
    id: ID.repayment,
    channel: 'checkout',
    paymentId: ID.payment,
    amountPaise: 520_000,
    intent: 'emi',
    isPaidByLink: false,
    status: 'initiated',
    allocation: [],
    refunds: [],
    createdAt: '2026-11-20T11:00:00Z',
    receivedAt: null,
    takenBackOn: null,
    ...change,
  };
}

/** Autopay that stands and will collect the first instalment. */
export function sampleMandate(change: Partial<Mandate> = {}): Mandate {
  return {
    id: ID.quote,
    paymentId: ID.payment,
    kind: 'upi',
    status: 'active',
    maximumPaise: 570_000,
    until: '2027-04-20',
    maskedAccountNumber: null,
    nextDebit: { instalment: 1, amountPaise: 520_000, on: '2026-12-20', state: 'due' },
    lastDebit: null,
    createdAt: '2026-11-20T10:10:00Z',
    ...change,
  };
}

export const sampleForeclosure = {
  asOf: '2026-11-20',
  principalPaise: 1_500_000,
  feePaise: 30_000,
  interestPaise: 1_400,
  chargesPaise: 0,
  advancePaise: 0,
  totalPaise: 1_531_400,
  savingPaise: 28_600,
};

import { faq } from '../lib/faq.en.ts';

export const en = {
  productName: 'Mohlat',
  tagline: 'We pay your card bill today. You repay later.',
  description:
    'Mohlat pays your credit card bill today and you repay later, at once or in EMIs. Fee, total and APR are shown before you sign up.',
  skip: 'Skip to content',
  nav: {
    label: 'Main',
    features: 'Features',
    pricing: 'Pricing',
    support: 'Support',
    login: 'Log In',
    signUp: 'Sign Up',
    dashboard: 'Go to Dashboard',
  },
  theme: { label: 'Theme', system: 'System', light: 'Light', dark: 'Dark' },
  hero: {
    title: 'We pay your card bill today. You repay later.',
    text: 'Your bank has its money on time, so there is no late fee. You repay in one payment or in EMIs, at a price you see here first.',
    lenderKnown: 'Loans by',
    lenderUnknown:
      'Loans are given by the lender named in your key facts statement, before you agree to anything.',
    memberTitle: 'Welcome back',
    memberText: 'What you owe, and by when, is on your dashboard.',
  },
  calculator: {
    title: 'What would it cost?',
    amount: 'Your card bill',
    range: 'Enter an amount between ₹1 and ₹10,00,000.',
    printed: 'An example. The dates count from the day the bill is paid.',
    live: 'Today’s price. Your own quote is fixed before you agree.',
    offline: 'Today’s price could not be fetched; this is calculated from the printed fees.',
    single: '1 payment',
    emi: (count: string) => `${count} EMIs`,
    repayOn: 'on',
    firstOn: 'first on',
    inDays: (days: string) => `after ${days} days`,
    monthly: 'first after one month',
    fee: 'Service fee',
    gst: 'GST included',
    interest: 'Interest',
    total: 'Total to repay',
    apr: 'APR',
    tooSmall: 'This plan starts where one EMI is at least ₹100.',
    signUp: 'Sign Up',
  },
  how: {
    title: 'How it works',
    steps: [
      {
        title: 'Sign up and complete KYC',
        text: 'PAN and Aadhaar through DigiLocker, once. Your limit follows.',
      },
      { title: 'Enter card details and bill amount', text: 'Your bill is fetched by itself for most cards.' },
      { title: 'We pay, you repay later', text: 'Your bank is paid at once. You repay on dates you chose.' },
    ],
  },
  features: {
    title: 'What Mohlat does',
    lead: 'Four things, done plainly.',
    cards: [
      {
        title: 'Instant bill payment',
        text: 'We pay your bank through the bill network, so the due date is met and no late fee is charged.',
        points: ['Ten card banks', 'Your bill fetched, or typed in', 'Each step shown with its time'],
      },
      {
        title: 'Flexible repayment',
        text: 'Repay in one payment, or in EMIs. The total and the dates are fixed before you agree.',
        points: [
          'Three EMIs: ₹15,000 becomes 3 × ₹5,200',
          'Close early without a charge',
          'Cancel free within the cooling-off days',
        ],
      },
      {
        title: 'Quick process',
        text: 'Sign up by email or mobile. KYC is done once, on the phone in your hand.',
        points: [
          'PAN, Aadhaar, a short video',
          'Progress is kept if you leave',
          'Three presses for your next bill',
        ],
      },
      {
        title: 'Secure',
        text: 'We ask for what is needed and keep less than we ask for.',
        points: [
          'Your card number is not stored',
          'The security code never leaves your phone',
          'Aadhaar is read at DigiLocker, with your consent',
        ],
      },
    ],
  },
  testimonials: { title: 'What people say', example: 'Example' },
  closing: {
    title: 'Your next due date can wait for your salary.',
    text: 'See your limit after KYC. Looking costs nothing.',
  },
  pricing: {
    title: 'Pricing',
    lead: 'One fee, printed here. Interest only if you choose EMIs. Nothing is added later.',
    feeTitle: 'Service fee',
    fee: 'of the bill',
    feeBounds: (min: string, max: string) =>
      `At least ${min}, at most ${max}. GST is inside the fee, not on top.`,
    plansTitle: 'Plans',
    planSingle: '1 payment',
    planSingleText: 'Due 30 days after the bill is paid. No interest.',
    planEmi: '3 EMIs',
    planEmiText: (rate: string) => `Monthly, at a fixed ${rate}% a year on what you still owe.`,
    exampleTitle: 'A worked example',
    exampleText: (amount: string) => `A bill of ${amount}, repaid in 3 EMIs.`,
    lateTitle: 'If you pay late',
    lateText:
      'Three days of grace after the due date. Then, on the 4th, 34th and 64th day, one charge by the amount of the instalment still unpaid. It never earns interest, and all of them together stop at 10% of the loan.',
    lateUpTo: 'Unpaid instalment',
    lateCharge: 'Charge',
    upTo: (amount: string) => `up to ${amount}`,
    above: (amount: string) => `above ${amount}`,
    none: 'none',
    bounceText: (amount: string) =>
      `A bank mandate returned for lack of funds costs ${amount}, once per instalment. UPI AutoPay: nothing.`,
    freeTitle: 'What costs nothing',
    free: [
      'Closing early, at any time: you pay what is owed that day.',
      'Cancelling within three days: you repay the bill and the cost of the days in between, without a penalty.',
      'KYC, your limit, statements, a no-dues letter.',
    ],
    bill: 'Bill',
  },
  support: {
    title: 'Support',
    lead: 'Questions first, then a person.',
    faqTitle: 'Frequently Asked Questions',
    faq,
    formTitle: 'Write to us',
    formText: 'You get a ticket number at once and an answer by mail.',
    name: 'Name',
    email: 'Email',
    subject: 'Subject',
    message: 'Message',
    send: 'Send message',
    sending: 'Sending...',
    sentTitle: 'Message Sent',
    sentText: "We'll get back to you as soon as possible.",
    ticket: 'Ticket',
    failed: 'The message was not sent. What you wrote is still here; try again in a moment.',
    grievanceTitle: 'Grievance officer',
    grievanceText:
      'If an answer does not settle the matter, write to the grievance officer. The name, phone and address are in your key facts statement and on every letter we send. If 30 days pass without a solution, you can turn to the Reserve Bank of India’s ombudsman at cms.rbi.org.in.',
  },
  learnMore: {
    title: 'How Mohlat works, in full',
    lead: 'What happens from your first visit to the last instalment.',
    parts: [
      {
        heading: 'Before you sign up',
        text: [
          'The price is on the front page: fee, total, APR and dates for any bill. Nothing else is added later.',
          'You sign up by email or mobile. We ask for your name, PAN, date of birth, address and income, because a lender must know them before lending.',
        ],
      },
      {
        heading: 'KYC and your limit',
        text: [
          'PAN is checked with its issuer. Aadhaar is read at DigiLocker, after you consent there; we keep its last four digits. A short video completes it.',
          'With your consent we ask a credit bureau once. Your limit and the reasons for it are shown together.',
        ],
      },
      {
        heading: 'Paying a bill',
        text: [
          'Choose a saved card or enter a new one. For most cards the bill is fetched with its amount and due date.',
          'You see each plan with its total and APR, read the key facts, and agree once. Then we pay your bank and you watch every step. “Paid” means your bank has said so.',
        ],
      },
      {
        heading: 'Repaying',
        text: [
          'By UPI, bank account or autopay. Pay an instalment early, part of the loan, or all of it; closing early has no charge.',
          'If you change your mind within three days, cancel: you return the bill and the cost of the days in between.',
        ],
      },
      {
        heading: 'When something goes wrong',
        text: [
          'If your bank does not answer, we ask until it does, and never pay the same bill twice. If a payment fails, you owe nothing for it.',
          'If you cannot pay on time, write before the due date. A person answers.',
        ],
      },
    ],
  },
  legal: { contents: 'On this page', changed: 'Last changed: 20 November 2026. First version.' },
  footer: {
    product: 'Product',
    account: 'Account',
    legal: 'Legal',
    learnMore: 'Learn more',
    terms: 'Terms',
    privacy: 'Privacy',
    note: 'Mohlat is the platform. Loans are made by a regulated lender; its name and registration are shown before you agree and on every document.',
    grievance: 'Grievance officer',
  },
};

export type PublicWords = typeof en;

import { faq } from '../lib/faq.en.ts';
import { landingEn } from './landing.en.ts';

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
    asking: 'Today’s price is being fetched. Until then: the printed one.',
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
          'Three EMIs: ₹15,000 becomes 3 × {emi}',
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
  testimonials: { title: 'What people say' },
  told: landingEn,
  closing: {
    title: 'Your next due date can wait for your salary.',
    text: 'See your limit after KYC. Looking costs nothing.',
  },
  pricing: {
    title: 'Pricing',
    lead: 'One fee, printed here. Interest only if you choose EMIs. Nothing is added later if you repay on time.',
    feeTitle: 'Service fee',
    fee: 'of the bill',
    /** Places in braces are filled by `fees.ts`. */
    feeBounds: 'At least {min}, at most {max}. GST is inside the fee, not on top.',
    plansTitle: 'Plans',
    plans: {
      single: '1 payment',
      singleFree: 'Due {days} after the bill is paid. No interest.',
      singleRate: 'Due {days} after the bill is paid, with interest at a fixed {rate}% a year.',
      emi: '{count} EMIs',
      emiFree: 'Monthly, without interest.',
      emiRate: 'Monthly, at a fixed {rate}% a year on what you still owe.',
    },
    exampleTitle: 'A worked example',
    exampleText: 'A bill of {exampleBill}, repaid in {exampleCount} EMIs.',
    lateTitle: 'If you pay late',
    lateText:
      'Days of grace after the due date: {grace}. Then, on day {days}, one charge by the amount of the instalment still unpaid. It never earns interest, and all of them together stop at {cap}% of the loan.',
    lateUpTo: 'Unpaid instalment',
    lateCharge: 'Charge',
    upTo: 'up to {amount}',
    above: 'above {amount}',
    none: 'none',
    bounceText:
      'A bank mandate returned for lack of funds costs {bounce}, once per instalment. UPI AutoPay: nothing.',
    printedOn: (date: string) => `Figures of ${date}. Your own are fixed before you agree.`,
    inForce: 'Figures of today. Your own are fixed before you agree.',
    freeTitle: 'What costs nothing',
    free: [
      'Closing early, at any time: you pay what is owed that day.',
      'Cancelling within {cooling}: you repay the bill and the cost of the days in between, without a penalty.',
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
    mailed: 'We have mailed it to {email}.',
    failed: 'The message was not sent. What you wrote is still here; try again in a moment.',
    unanswered: 'No answer came, so we do not know whether it was sent. What you wrote is still here.',
    offline: 'You are offline. What you wrote is still here; send it when you are back.',
    busy: 'Too many tries. Wait a little and try again. What you wrote is still here.',
    someWrong: 'The message was not sent: a field needs your attention.',
    wrong: {
      name: 'Enter your name',
      email: 'Please enter a valid email address',
      subject: 'Enter a subject',
      message: 'Enter your message',
    },
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
          'The price is on the front page: fee, total, APR and dates for any bill. Nothing else is added later if you repay on time.',
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
          'If you change your mind within {cooling}, cancel: you return the bill and the cost of the days in between.',
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
  article: { contents: 'On this page', changed: 'Last changed: 20 November 2026. First version.' },
  faqs: {
    title: 'Questions and answers',
    lead: 'Everything people ask before and after their first bill.',
    description:
      'Answers about limits, paying card bills, repaying, autopay, late payments, data and safety at Mohlat.',
    search: 'Search the answers',
    count: 'Answers found:',
    none: 'No answer has these words. Write to us and a person answers.',
    other: 'Not answered here?',
  },
  contact: {
    title: 'Contact',
    lead: 'A person reads what you write.',
    description:
      'Write to Mohlat, reach the grievance officer, report fraud or a vulnerability, and what happens then.',
    waysTitle: 'What to expect',
    ways: [
      'You get a ticket number at once, and an answer by mail.',
      'Money that moved wrongly, or an account somebody else may have used: say so in the subject. These are read first.',
      'A complaint is answered within 30 days at the latest, as the Reserve Bank asks.',
    ],
    fraudTitle: 'If somebody asks for a code',
    fraudText:
      'We never ask for a password, a code, a UPI PIN or a card’s security code. Call the national cyber crime helpline 1930 at once if money has moved, then write to us.',
  },
  blog: {
    title: 'Blog',
    lead: 'How the money works, written down.',
    description: 'How borrowing for a card bill works: prices worked out, risks named, decisions explained.',
    ofItsDay: 'Figures and rules are those of the day above. Those in force:',
    all: 'All posts',
  },
  footer: {
    product: 'Product',
    company: 'Company',
    help: 'Help',
    legal: 'Legal',
    learnMore: 'How it works',
    about: 'About',
    careers: 'Careers',
    blog: 'Blog',
    press: 'Press',
    helpPage: 'Help & Support',
    status: 'Does it work right now?',
    faqs: 'FAQs',
    contact: 'Contact',
    security: 'Security',
    terms: 'Terms',
    privacy: 'Privacy',
    cookies: 'Cookies',
    compliance: 'Compliance',
    note: 'Mohlat is the platform. Loans are made by a regulated lender; its name and registration are shown before you agree and on every document.',
    grievance: 'Grievance officer',
  },
};

export type PublicWords = typeof en;

export interface LegalPart {
  readonly id: string;
  readonly heading: string;
  readonly text: readonly string[];
}
export interface LegalPage {
  readonly title: string;
  readonly lead: string;
  readonly parts: readonly LegalPart[];
}

export const terms: LegalPage = {
  title: 'Terms and Conditions',
  lead: 'What you agree to when you open an account. The key facts statement of each payment comes on top, and where the two differ it decides.',
  parts: [
    {
      id: 'who',
      heading: 'Who is who',
      text: [
        'Mohlat is the platform: the app, the service and the people who answer you. The lender is the regulated entity named in your key facts statement; the loan is a contract between you and the lender.',
        'You must be at least 18, live in India, and use your own PAN, Aadhaar, mobile number and bank account.',
      ],
    },
    {
      id: 'service',
      heading: 'What the service does',
      text: [
        'You ask us to pay a credit card bill that is yours. If it is within your available limit, the bill is paid through the bill network and you owe the lender the amount, the service fee and, with EMIs, interest.',
        'A payment may be refused by the bank or the network. Then nothing is owed for it and your limit is free again.',
      ],
    },
    {
      id: 'price',
      heading: 'Price',
      text: [
        'Fee, interest, total and APR are shown before you agree and fixed by your agreement. The printed fees are on the pricing page; a change of them never touches a payment already made.',
        'Late and bounce charges are those on the pricing page and in your key facts statement. They are charges, not interest, and never earn interest.',
      ],
    },
    {
      id: 'cooling-off',
      heading: 'Changing your mind',
      text: [
        'Until 24:00 on the third day after the bill was paid you can cancel in the app. You repay the bill and the proportionate cost of the days in between; the service fee is taken back and there is no penalty.',
      ],
    },
    {
      id: 'repaying',
      heading: 'Repaying',
      text: [
        'You repay on the dates of your schedule, from your own bank account or by UPI. Credit cards and other credit cannot be used to repay. You can close at any time by paying what is owed that day.',
        'Repayments and arrears are reported to credit bureaus as the law requires.',
      ],
    },
    {
      id: 'account',
      heading: 'Your account',
      text: [
        'Keep your password and codes to yourself; nobody from Mohlat asks for them. Tell us at once if somebody else may have used your account.',
        'You may close your account when nothing is owed. We may block an account that is used for somebody else’s bills, with false papers or against the law, and tell you why unless the law forbids it.',
      ],
    },
    {
      id: 'complaints',
      heading: 'Complaints and law',
      text: [
        'Write to support first, then to the grievance officer. If 30 days pass without a solution, the Reserve Bank of India’s ombudsman is open to you at cms.rbi.org.in.',
        'Indian law applies. Nothing here takes away a right the law gives you.',
      ],
    },
  ],
};

export const privacy: LegalPage = {
  title: 'Privacy Policy',
  lead: 'What we ask for, why, who sees it, and how long it stays.',
  parts: [
    {
      id: 'what',
      heading: 'What we ask for and why',
      text: [
        'Name, PAN, date of birth, address, income: a lender must know them before lending, and your limit depends on them.',
        'Mobile and email: to log you in, to find your bill, and to tell you about your money.',
        'Aadhaar: you type the number and give consent at DigiLocker. We keep the last four digits and that it was verified, never the number.',
        'Card: we take the number once to recognise the bank and network, keep its last four digits, and drop the rest. The security code is checked on your phone and never sent.',
        'Video: recorded once for KYC, kept encrypted, seen by the reviewer.',
      ],
    },
    {
      id: 'not',
      heading: 'What we never take',
      text: [
        'Your contacts, call log, photos, messages or location in the background. Location is asked for once, during video KYC, because the law requires it.',
      ],
    },
    {
      id: 'who',
      heading: 'Who sees it',
      text: [
        'The lender; the issuer of your PAN; DigiLocker; the credit bureau, with your consent; the bill network and the payment gateway, each only what its task needs. Nobody buys your data and no advertiser receives it.',
      ],
    },
    {
      id: 'how-long',
      heading: 'How long it stays',
      text: [
        'Loan and identity records stay as long as the law requires after your last loan is closed, then they are erased. An account that never borrowed is erased when you ask.',
      ],
    },
    {
      id: 'yours',
      heading: 'What you can do',
      text: [
        'In My Profile: see what we hold, download it, correct it, switch each consent on or off, and ask for erasure. While money is owed, what the loan needs is kept, and we say so.',
        'Withdrawing a consent a running loan needs stops new payments, not your repayments.',
      ],
    },
    {
      id: 'storage',
      heading: 'This website',
      text: [
        'Your browser keeps your session, language, theme and an invitation code, and nothing to follow you around. There are no advertising cookies and no outside scripts, except the payment gateway’s own on the page where you repay.',
      ],
    },
    {
      id: 'contact',
      heading: 'Questions',
      text: [
        'Write to support, or to the grievance officer named in your key facts statement. You can also turn to the Data Protection Board of India.',
      ],
    },
  ],
};

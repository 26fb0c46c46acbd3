/** The labels of what credit bureaus were told of a loan. */
export const BUREAU_LABELS = {
  asOn: { en: 'As on', hi: 'किस तारीख की' },
  assetClass: { en: 'Class', hi: 'वर्ग' },
  balancePaise: { en: 'Balance', hi: 'शेष रकम' },
  lastPaidOn: { en: 'Last repayment', hi: 'आखिरी चुकौती' },
  overduePaise: { en: 'Overdue', hi: 'बकाया' },
  reportedOn: { en: 'Reported as on', hi: 'किस तारीख की रिपोर्ट में' },
  sanctionedPaise: { en: 'Amount granted', hi: 'मंज़ूर रकम' },
  settledPaise: { en: 'Settled for', hi: 'इतने में निपटाया गया' },
  writtenOffOn: { en: 'Written off', hi: 'बट्टे खाते में डाला गया' },
  writtenOffPaise: { en: 'Amount written off', hi: 'बट्टे खाते की रकम' },
} as const;

import { defineWords } from '../../../lib/i18n.tsx';

export const en = {
  title: 'Autopay',
  off: 'Off',
  offer:
    'Each instalment is collected on its due date. You hear two days before, or at least one, and can stop at any time.',
  setUp: 'Set up autopay',
  setUpFor: (card: string) => `Set up autopay for ${card}`,
  billOf: (amount: string, date: string) => `Bill of ${amount}, ${date}`,
  listText: 'What is collected by itself, and when.',
  states: {
    setting_up: 'Not approved yet',
    pending: 'Waiting for your bank',
    active: 'On',
    paused: 'Paused',
    cancelling: 'Ending',
    rejected: 'Off',
    cancelled: 'Off',
    expired: 'Off',
  },
  notApproved:
    'It begins once you approve it in your UPI app or at your bank. Until then nothing is collected.',
  checking: 'We are checking your approval with your bank. This takes a moment.',
  refused:
    'One approval was refused, and nothing was set up by it. If you began another one, it shows here within two minutes.',
  scriptFailed:
    'The approval window did not load. Nothing was set up. Check the connection and open it again.',
  approve: 'Open the approval window',
  pendingText:
    'Your bank confirms it, which can take a few days. Until it is on, pay each instalment by its due date yourself.',
  pausedText:
    'It was paused at your bank or in your UPI app, so nothing is collected. Resume it there, or end it here and set it up again. Until then pay each instalment by its due date yourself.',
  pausedAsked:
    'It was paused at your bank or in your UPI app, so nothing more is collected. Resume it there, or end it here and set it up again. Until then pay the other instalments by their due dates yourself.',
  cancellingText: 'Your bank is being told. No further debit is begun.',
  rejectedText: 'It was not approved, so nothing is collected.',
  expiredText: 'The approval was not given in time, so nothing is collected.',
  cancelledText: 'Autopay has ended. Pay each instalment by its due date, or set it up again.',
  cancelledAsked: 'Autopay has ended. Pay the other instalments by their due dates, or set it up again.',
  collected: (amount: string, date: string) => `${amount} will be collected on ${date}`,
  presented: (amount: string) => `Your bank has not answered yet about ${amount}. Do not pay it again.`,
  answerBy: (date: string) =>
    `It may answer until ${date}. Until then nothing of this instalment counts as late: no charge, no hold.`,
  paidTwice: 'Paid by hand now, it may be taken twice; what is too much goes back to you.',
  comesBack:
    'If your bank sends it back for want of money, a charge is added to what closes the plan, on that day too.',
  review: (amount: string) => `We do not know yet whether ${amount} was collected. We keep asking.`,
  lateNow: 'Your bank’s time to answer is over: until it is paid, this instalment counts as late.',
  chargeNext: (charge: string, date: string) =>
    `If it is not paid before ${date}, a late charge of ${charge} is added on that day.`,
  payNow:
    'You can pay it now. If your bank turns out to have paid as well, that money comes back to you by itself, with any late charge.',
  frozen: 'Nothing is collected while we find out what became of your bill payment.',
  none: 'Nothing more is to be collected.',
  from: 'From',
  kinds: { upi: 'UPI AutoPay', enach: 'Bank account' },
  maximum: 'At most, each time',
  until: 'Ends by itself',
  note: 'You hear two days before each debit, or at least one where it was planned later. What is overdue is collected only where a day is named here: pay the rest yourself.',
  end: 'End autopay',
  ask: 'End autopay?',
  askText: 'Nothing more is collected. You pay each instalment by its due date yourself.',
  askPresented: 'A debit your bank already has is not called back.',
  keep: 'Keep autopay',
  ending: 'Ending...',
  endFailed: 'Autopay was not ended',
  ended: 'Autopay is being ended',
  failedTitle: (amount: string, date: string) => `${amount} could not be collected on ${date}`,
  reasons: {
    funds: 'There was not enough money in the account.',
    refused: 'Your bank refused the debit.',
    stopped: 'The permission has ended at your bank. Do you want to set it up again?',
    technical: 'The banks’ network could not carry it out.',
  },
  bounced: (amount: string) => `The returned debit costs ${amount}, once for this instalment.`,
  again: (date: string) => `We try once more on ${date}, and tell you before. You can also pay now.`,
  notAgain: 'We do not try again. Pay it yourself, so that no late charge arises.',
  dialog: {
    title: 'Set up autopay',
    text: 'You approve once. Nothing is collected today.',
    legend: 'Collect from',
    upi: 'UPI AutoPay',
    upiNote: 'Approve in your UPI app. A debit that fails costs nothing.',
    upiAbove: (amount: string) =>
      `Not for this payment: UPI collects at most ${amount} by itself, and an instalment is larger.`,
    account: (bank: string, masked: string) => `${bank} ${masked}`,
    accountNote: (charge: string) =>
      `eNACH: approve by net banking or debit card. Returned for want of money, it costs ${charge}.`,
    noAccount: 'Link a bank account first',
    noAccountNote: 'Then autopay can collect from it.',
    link: 'Link a bank account',
    collected: 'What is collected',
    line: (number: number, date: string) => `Instalment ${number} · ${date}`,
    maximum: 'At most, each time',
    maximumNote: 'What your bank is asked to allow. Only the instalment is collected, no charges.',
    until: 'Ends by itself',
    rules: [
      'You hear two days before each debit, or at least 24 hours where it was planned later. Without that notice nothing is collected.',
      'What you pay yourself before is not collected again.',
      'Stop at any time: here, or in your UPI app or bank.',
    ],
    overdue: 'What is overdue now is not collected. Pay it yourself.',
    nothing: 'No instalment is left to collect.',
    unknown: 'Autopay could not be worked out.',
    go: 'Go to approval',
    opening: 'Opening the approval window...',
    failed: 'Autopay was not set up',
  },
};

export type AutopayWords = typeof en;

export const useAutopayWords = defineWords(en, () =>
  import('./autopay.words.hi.ts').then((module) => module.hi),
);

/** 1st, 21st and 31st; 2nd and 22nd; 3rd and 23rd. */
const ORDINALS: Record<number, string> = {
  1: 'st',
  2: 'nd',
  3: 'rd',
  21: 'st',
  22: 'nd',
  23: 'rd',
  31: 'st',
};

/** A span of time in two units, the one that is none left out. */
const both = (...parts: readonly string[]) => parts.filter(Boolean).join(' and ');
const count = (number: number, unit: string) =>
  number === 0 ? '' : `${number} ${unit}${number === 1 ? '' : 's'}`;

/** Words that more than one feature says: states of a payment, the five cost lines, loading and failing. */
export const en = {
  thereIsAProblem: 'There is a problem',
  loading: 'Loading',
  slow: 'Taking longer than usual',
  retry: 'Retry',
  copyMarked: 'It could not be copied. It is marked: copy it yourself.',
  copyFailed: 'It could not be copied.',
  moreFailed: 'The next page did not come. Press once more.',
  help: 'Help',
  toDashboard: 'Go to the dashboard',
  change: 'Change',
  back: 'Back',
  cancel: 'Cancel',
  close: 'Close',
  /** The captcha of a form that was sent before it. */
  answerCaptcha: 'Answer this first; then it goes on by itself.',
  continue: 'Continue',
  copy: 'Copy',
  optional: 'Optional',
  timeLeft: {
    days: (days: number, hours: number) => `${both(count(days, 'day'), count(hours, 'hour'))} left to cancel`,
    hours: (hours: number, minutes: number) =>
      `${both(count(hours, 'hour'), count(minutes, 'minute')) || 'less than a minute'} left to cancel`,
  },
  viewAll: 'View All',
  details: 'Details',
  salaryOn: (day: number) => `Salary on the ${day}${ORDINALS[day] ?? 'th'}`,
  step: (number: number, count: number) => `Step ${number} of ${count}`,
  request: (id: string) => `Request ${id}`,
  offline: {
    title: 'Waiting for the network',
    waiting: 'Your figures are not kept on this device. They come by themselves once you are online.',
    kept: 'What you have typed is kept, and no payment is made meanwhile that you did not confirm.',
  },
  notShown: 'This could not be shown',
  notShownText: 'Opening a page never moves money; your payments are as they were.',
  status: { completed: 'Completed', pending: 'Pending', failed: 'Failed' },
  bill: {
    accepted: () => 'Payment initiated',
    submitted: (bank: string) => `Paying ${bank}`,
    unknown: () => 'Confirming with your bank. Do not pay again.',
    paid: (bank: string) => `${bank} has your payment`,
    failed: () => 'Not paid. You owe nothing.',
    reversed: () => 'Sent back by the bank',
  },
  /** The second truth under a status: what became of the bill, and what is left to repay. */
  both: {
    underWay: 'Bill payment under way',
    unknown: 'Confirming with your bank. Do not pay again.',
    paidLeft: (left: number, count: number) =>
      count === 1 ? 'Bill paid · repayment still due' : `Bill paid · ${left} of ${count} instalments left`,
    frozen: 'Bill payment may be on its way back · nothing to pay now',
    settled: 'Bill paid · settled as agreed, nothing left to repay',
    cancelled: 'Bill paid · cancelled by you, nothing left to repay',
    paidDone: 'Bill paid · nothing left to repay',
    failed: 'Not paid. You owe nothing.',
    lateSuccess: 'May have been paid after all. You owe us nothing.',
    reversed: 'Sent back by the bank. You owe nothing.',
  },
  cost: {
    bill: 'Bill',
    serviceFee: 'Service fee',
    gstIncluded: 'of which GST',
    interest: 'Interest',
    charges: 'Charges',
    waived: 'Waived',
    total: 'Total to repay',
    repaid: 'Repaid',
    saved: (amount: string) => `You saved ${amount} of interest by repaying early.`,
    apr: 'APR, a year',
  },
  documents: {
    failed: 'The document could not be saved',
    keyFacts: 'Save the key facts (PDF)',
    schedule: 'The new schedule (PDF)',
    receipt: 'Receipt (PDF)',
    invoice: 'Tax invoice of the fee (PDF)',
    creditNote: 'Tax invoice and credit note of the fee (PDF)',
    noDues: 'No-dues letter (PDF)',
  },
  schedule: {
    caption: 'Repayment schedule',
    number: 'No.',
    dueDate: 'Due date',
    principal: 'Principal',
    interest: 'Interest',
    fee: 'Fee',
    amount: 'Amount',
    state: 'State',
    total: 'Total',
  },
  instalment: {
    upcoming: 'Upcoming',
    due: 'Due',
    overdue: 'Overdue',
    part_paid: 'Part paid',
    paid: 'Paid',
  },
  timeline: {
    label: 'Where the money is',
    accepted: 'Accepted',
    submitted: (bank: string) => `Sent to ${bank}`,
    unknown: 'Confirming with your bank',
    /** The step that is yet to come, and the same step once it has. */
    willConfirm: (bank: string) => `${bank} confirms`,
    paid: (bank: string) => `${bank} paid`,
    failed: 'Not paid',
    lateSuccess: 'The network says: paid after all',
    frozen: 'May be on its way back',
    reversed: 'Sent back by the bank',
    states: { done: 'Done', current: 'Now', next: 'Next', failed: 'Failed' },
  },
  /** Why a bill was not paid or a repayment not received, by the server's code. */
  reasons: {
    customer_not_found: 'The bank does not know this card with your mobile number.',
    bill_not_due: 'Nothing was due on this card.',
    bill_expired: 'The bill had expired at the bank.',
    biller_closed: 'The bank does not take payments for this card right now.',
    biller_down: 'The bank was not reachable.',
    amount_not_allowed: 'The bank does not accept this amount for the bill.',
    float_short: 'We could not send the money. It is our fault, not yours.',
    not_paid: 'No payment came in.',
    payment_failed: 'Your bank declined the payment.',
    payment_timed_out: 'Your bank did not finish the payment in time.',
    insufficient_funds: 'Your account did not have enough balance.',
    incorrect_otp: 'The OTP you entered was not correct.',
    credit_source_refused: 'A repayment cannot come from a credit card or credit line.',
    charged_back: 'Your bank took this repayment back.',
    returned_by_bank: 'Your bank took this repayment back.',
    amount_differs: 'Another amount came in than was asked for. Our staff looked into it.',
    credited_elsewhere: 'This money counts under another repayment.',
  } as Record<string, string>,
  reasonUnknown: 'The bank gave no reason.',
  plan: { single: '1 payment', emi: (count: number) => `${count} EMIs` },
};

export type Glossary = typeof en;

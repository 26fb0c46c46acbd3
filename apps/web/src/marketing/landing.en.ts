export const landingEn = {
  line: {
    title: (bill: string) => `Your bill of ${bill}, in time`,
    today: 'Today',
    paid: 'Your bank has it',
    after: (month: string) => (month === '1' ? 'in 1 month' : `in ${month} months`),
    zero: 'You owe nothing',
    change: 'Change the amount at the top: the line, the plan and the receipt follow.',
    emi: '{n} instalments, {total} in all. APR {apr}%.',
  },
  minutes: ['3 minutes', '1 minute', 'A second or two'],
  card: { due: 'Bill due in three days' },
  receipt: {
    mark: 'Example',
    title: 'HDFC Bank has your payment',
    to: 'to HDFC Bank •• 4021',
    facts: [
      ['Bank reference', 'said by your bank'],
      ['Anyone with its link', 'can check that it is real'],
    ],
  },
  plan: { total: 'You repay', of: 'of which fee and interest' },
  presses: ['Pay, on the dashboard', 'I agree, under the price', 'Pay HDFC Bank'],
  not: {
    title: 'When not to use it',
    points: [
      'A small bill. The fee is at least {min}: a bill of ₹251 is better paid from your own money.',
      'Money you have. If the salary is there, pay the bank yourself; that costs nothing.',
      'A debt that grows each month. More time does not make it smaller. Write to us first.',
    ],
    more: 'When not to use us, worked out',
  },
  proof: {
    title: 'What can be checked',
    bills: 'bills paid so far',
    inTime: (dated: string) => `of the ${dated} whose due date we know: paid by that day`,
    sealed: (day: string) => `Our books are sealed each night. The last sealed day: ${day}.`,
    receipt:
      'Every receipt has a link. Whoever has it sees that the bill is paid, and their browser checks it against the sealed books.',
    words: 'Sentences of customers stand here once customers have given them. None are made up.',
  },
  people: { single: 'repaid in one payment', emi: (count: string) => `repaid in ${count} EMIs` },
};

export type LandingWords = typeof landingEn;

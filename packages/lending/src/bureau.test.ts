import { addDays, outstandingOf, paise } from '@mohlat/money';
import { expect, test } from 'vitest';
import { closeThrough, type Kept, lent, money } from './backdating.testing.ts';
import { at } from './backdating.testing.ts';
import type { Loan } from './borrower.ts';
import { aLoan, borrowerWith, day, loanOf } from './borrowers.testing.ts';
import { asItStood, type AccountRecord, linesOf, needsLook, recordOf, type SentRecord } from './bureau.ts';

/*
 * Records of the loan of the worked examples: a bill of ₹15,000 in three instalments of ₹5,200, of 15 January 2027.
 */

const stood = (kept: Kept, on: string): Loan =>
  asItStood(loanOf(kept.borrower()), kept.pastOf('loan'), day(on));
const record = (kept: Kept, on: string): AccountRecord =>
  recordOf(stood(kept, on), kept.borrower().loans, day(on));

const STANDARD: AccountRecord = {
  asOn: day('2027-01-31'),
  status: 'open',
  openedOn: day('2027-01-15'),
  closedOn: null,
  sanctionedPaise: paise(1_530_000),
  instalmentCount: 3,
  balancePaise: paise(1_530_000),
  overduePaise: paise(0),
  daysPastDue: 0,
  class: 'STD',
  writtenOffOn: null,
  writtenOffPaise: null,
  settledPaise: null,
  lastPaidOn: null,
};

/** Not paid at all, with its days closed through one. */
function unpaid(through: string): Kept {
  const kept = lent();
  closeThrough(kept, through);
  return kept;
}

/** Repaid in three instalments on their due dates. */
function repaid(through: string): Kept {
  const kept = lent();
  for (const on of ['2027-02-15', '2027-03-15', '2027-04-15']) {
    closeThrough(kept, addDays(day(on), -1));
    kept.pay(money(520_000, on));
  }
  closeThrough(kept, through);
  return kept;
}

const sentOf = (kept: Kept, on: string, rewoundCount = loanOf(kept.borrower()).rewoundCount): SentRecord => ({
  ...record(kept, on),
  loanId: 'loan',
  reportedOn: day(on),
  rewoundCount,
});

const reporting = (asOn: string, change = {}) => ({
  asOn: day(asOn),
  isFull: false,
  afterOn: addDays(day(asOn), -7),
  isPersonChanged: false,
  ...change,
});

const lines = (kept: Kept, sent: readonly SentRecord[], asOn: string, change = {}, id = 'loan') => {
  const { loans } = kept.borrower();
  const loan = loans.find((one) => one.id === id)!;
  return linesOf(loan, { loans, past: kept.pastOf(id), sent }, reporting(asOn, change));
};

/** The records that a report wrote of all loans. */
const sentLines = (kept: Kept, sent: readonly SentRecord[], asOn: string): SentRecord[] =>
  kept.borrower().loans.flatMap(({ id, rewoundCount }) =>
    lines(kept, sent, asOn, {}, id).map((one) => ({
      ...one.record,
      loanId: id,
      reportedOn: day(asOn),
      rewoundCount,
    })),
  );

/** Not paid at all, beside a loan of 1 March that performs. */
function besideAnother(through: string): Kept {
  const kept = unpaid('2027-02-28');
  const borrower = kept.borrower();
  kept.learn({ ...borrower, loans: [...borrower.loans, aLoan({ id: 'other', anchor: '2027-03-01' })] }, []);
  closeThrough(kept, through);
  return kept;
}

const hear = (kept: Kept, heardOn: string) =>
  kept.rebook({ news: 'received', money: money(520_000, '2027-02-15') }, day('2027-02-15'), day(heardOn));

/** The loan is closed by a change of its row, without a journal. */
function closedByHand(kept: Kept, on: string): void {
  const borrower = kept.borrower();
  const loans = borrower.loans.map((one) => ({
    ...one,
    status: 'closed' as const,
    closedOn: day(on),
    instalments: one.instalments.map((row) => ({
      ...row,
      paidPrincipalPaise: row.principalPaise,
      paidFeePaise: row.feePaise,
      paidInterestPaise: row.interestPaise,
    })),
    charges: one.charges.map((row) => ({ ...row, waivedPaise: paise(row.amountPaise - row.paidPaise) })),
  }));
  kept.learn({ ...borrower, loans }, []);
}

test('LEND-24, LEND-26: given a loan that performs, then bill and fee are its balance and nothing is overdue', () => {
  expect(record(unpaid('2027-01-31'), '2027-01-31')).toEqual(STANDARD);
});

test('LEND-24, LEND-D1: given no payment for 31 days, then both instalments and the charge are overdue, in SMA1', () => {
  expect(record(unpaid('2027-03-17'), '2027-03-17')).toEqual({
    ...STANDARD,
    asOn: '2027-03-17',
    // Two instalments and the first late charge of ₹200; the third instalment without its interest.
    overduePaise: 520_000 + 520_000 + 20_000,
    balancePaise: 520_000 + 520_000 + 20_000 + 515_000,
    daysPastDue: 31,
    class: 'SMA1',
  });
});

test('LEND-24, LEND-D4: given no payment for 91 days, then it is non-performing with all that is due', () => {
  expect(record(unpaid('2027-05-16'), '2027-05-16')).toMatchObject({
    overduePaise: 3 * 520_000 + 120_000,
    balancePaise: 3 * 520_000 + 120_000,
    daysPastDue: 91,
    class: 'NPA',
  });
});

test('LEND-24, LEND-D5: given a write-off, when a part is recovered, then what was written off stays and the balance falls', () => {
  const kept = unpaid('2027-08-14');
  kept.writeOff('loan', { id: 'o', effectiveOn: day('2027-08-15') }, at('2027-08-15'));
  const owed = outstandingOf(loanOf(kept.borrower()));
  expect(record(kept, '2027-08-14')).toMatchObject({ status: 'open', class: 'NPA', writtenOffOn: null });
  kept.pay(money(500_000, '2027-08-20'));
  expect(record(kept, '2027-08-16')).toMatchObject({
    status: 'written_off',
    writtenOffOn: '2027-08-15',
    writtenOffPaise: owed,
    balancePaise: owed,
    overduePaise: owed,
    class: 'NPA',
  });
  expect(record(kept, '2027-08-23')).toMatchObject({
    status: 'written_off',
    writtenOffPaise: owed,
    balancePaise: owed - 500_000,
    lastPaidOn: '2027-08-20',
  });
});

test('LEND-24, LEND-D5: given a written-off loan, when all is recovered, then it is closed and says that it was written off', () => {
  const kept = unpaid('2027-08-14');
  kept.writeOff('loan', { id: 'o', effectiveOn: day('2027-08-15') }, at('2027-08-15'));
  kept.pay(money(outstandingOf(loanOf(kept.borrower())), '2027-08-20'));
  expect(record(kept, '2027-08-23')).toMatchObject({
    status: 'closed',
    closedOn: '2027-08-20',
    balancePaise: 0,
    daysPastDue: 0,
    class: null,
    writtenOffOn: '2027-08-15',
  });
});

test('LEND-24: given an agreed lower sum, when it is paid, then the account is settled for it', () => {
  const kept = unpaid('2027-05-20');
  const borrower = kept.borrower();
  const agreement = {
    agreedPaise: paise(1_000_000),
    owedPaise: outstandingOf(loanOf(borrower)),
    chargedPaise: paise(120_000),
    agreedAt: at('2027-05-20'),
    payByOn: day('2027-06-30'),
  };
  kept.learn({ ...borrower, loans: borrower.loans.map((one) => ({ ...one, agreements: [agreement] })) }, []);
  closeThrough(kept, '2027-05-24');
  kept.pay(money(1_000_000, '2027-05-25'));
  expect(record(kept, '2027-05-31')).toMatchObject({
    status: 'settled',
    closedOn: '2027-05-25',
    settledPaise: 1_000_000,
    balancePaise: 0,
    overduePaise: 0,
    daysPastDue: 0,
    class: null,
  });
});

test('LEND-24: given a loan that was repaid, then it is closed; as on a day before it is as it stood', () => {
  const kept = repaid('2027-04-20');
  expect(record(kept, '2027-04-23')).toEqual({
    ...STANDARD,
    asOn: '2027-04-23',
    status: 'closed',
    closedOn: '2027-04-15',
    balancePaise: 0,
    class: null,
    lastPaidOn: '2027-04-15',
  });
  expect(record(kept, '2027-02-16')).toEqual({
    ...STANDARD,
    asOn: '2027-02-16',
    balancePaise: 1_025_000,
    lastPaidOn: '2027-02-15',
  });
});

test('LEND-24: given money for an instalment to come, then the balance is less by it', () => {
  const kept = unpaid('2027-01-24');
  kept.pay(money(520_000, '2027-01-25'));
  expect(record(kept, '2027-01-31').balancePaise).toBe(1_025_000);
});

test('LEND-24, LEND-W6: given money that is heard of late, then each reported day is corrected', () => {
  const kept = unpaid('2027-03-19');
  const sent = [sentOf(kept, '2027-02-09'), sentOf(kept, '2027-02-16'), sentOf(kept, '2027-03-16')];
  expect(sent.map((one) => one.daysPastDue)).toEqual([0, 2, 30]);
  hear(kept, '2027-03-20');
  closeThrough(kept, '2027-03-23');
  const found = lines(kept, sent, '2027-03-23');
  expect(
    found.map((one) => [one.isCorrection, one.record.asOn, one.record.daysPastDue, one.record.overduePaise]),
  ).toEqual([
    [true, '2027-02-16', 0, 0],
    [true, '2027-03-16', 2, 520_000],
    [false, '2027-03-23', 9, 520_000 + 0],
  ]);
});

test('LEND-24, LEND-W7: given a repayment that its bank takes back, then the days it had covered are corrected', () => {
  const kept = lent();
  closeThrough(kept, '2027-02-14');
  kept.pay(money(520_000, '2027-02-15'));
  closeThrough(kept, '2027-02-19');
  const sent = [sentOf(kept, '2027-02-16')];
  const valueOn = day('2027-02-15');
  kept.rebook(
    { news: 'reversed', loanId: 'loan', repaymentId: 'r 2027-02-15', valueOn },
    valueOn,
    day('2027-02-20'),
  );
  closeThrough(kept, '2027-02-23');
  expect(lines(kept, sent, '2027-02-23').map((one) => [one.isCorrection, one.record.daysPastDue])).toEqual([
    [true, 2],
    [false, 9],
  ]);
});

test('LEND-24: given a correction that was sent, then it is not sent again', () => {
  const kept = unpaid('2027-03-23');
  const sent = [
    { ...sentOf(kept, '2027-03-16'), reportedOn: day('2027-03-23') },
    { ...sentOf(kept, '2027-03-23'), reportedOn: day('2027-03-23') },
  ];
  expect(lines(kept, sent, '2027-03-31').map(({ isCorrection }) => isCorrection)).toEqual([false]);
});

test('LEND-20, LEND-24: given a debit that its bank has not answered, then nothing of it is reported as late', () => {
  const debit = { number: 1, presentedAt: at('2027-02-15'), endedAt: null, answerByOn: day('2027-02-18') };
  const kept = unpaid('2027-02-16');
  const borrower = kept.borrower();
  kept.learn({ ...borrower, loans: borrower.loans.map((one) => ({ ...one, debits: [debit] })) }, []);
  expect(record(kept, '2027-02-16')).toMatchObject({ overduePaise: 0, daysPastDue: 0, class: 'STD' });
  const answered = borrower.loans.map((one) => ({
    ...one,
    debits: [{ ...debit, endedAt: at('2027-02-17') }],
  }));
  kept.learn({ ...borrower, loans: answered }, []);
  expect(record(kept, '2027-02-16')).toMatchObject({
    overduePaise: 520_000,
    daysPastDue: 2,
    class: 'SMA0',
  });
});

test('LEND-24, LEND-D2: given another loan that is late, then the account is in the class of its borrower', () => {
  const late = loanOf(unpaid('2027-03-17').borrower());
  const other = aLoan({ id: 'other', anchor: '2027-03-01' });
  const { loans } = borrowerWith(late, other);
  expect(recordOf(other, loans, day('2027-03-17'))).toMatchObject({ daysPastDue: 0, class: 'SMA1' });
});

test.each([
  ['is new', 'open', [], {}, true],
  ['has not changed', 'open', ['2027-01-23'], {}, false],
  ['has not changed, and the report is full', 'open', ['2027-01-23'], { isFull: true }, true],
  ['has not changed, and its person has', 'open', ['2027-01-23'], { isPersonChanged: true }, true],
] as const)(
  'LEND-24: given an open account that %s, then it is in the report or not',
  (_, __, sentOn, change, is) => {
    const kept = unpaid('2027-01-31');
    const sent = sentOn.map((on) => sentOf(kept, on));
    expect(lines(kept, sent, '2027-01-31', change)).toHaveLength(is ? 1 : 0);
  },
);

test('LEND-24: given an account that is overdue, then it is in every report', () => {
  const kept = unpaid('2027-05-23');
  expect(lines(kept, [sentOf(kept, '2027-05-16')], '2027-05-23')).toHaveLength(1);
});

test('LEND-24: given an account that ended, then it is told of once', () => {
  const kept = repaid('2027-05-31');
  const before = sentOf(kept, '2027-04-09');
  expect(lines(kept, [before], '2027-04-16').map((one) => one.record.status)).toEqual(['closed']);
  const sent = [before, sentOf(kept, '2027-04-16')];
  expect(lines(kept, sent, '2027-04-23')).toEqual([]);
  expect(lines(kept, sent, '2027-04-30', { isFull: true })).toEqual([]);
});

test('LEND-24: given an account that was never told of, when it had ended before, then it is not told of now', () => {
  const kept = repaid('2027-05-31');
  expect(lines(kept, [], '2027-05-16')).toEqual([]);
  expect(lines(kept, [], '2027-04-16')).toHaveLength(1);
});

test('LEND-24: given a loan that begins after the reference date, then it is not in its report', () => {
  expect(lines(unpaid('2027-01-20'), [], '2027-01-09')).toEqual([]);
});

test('LEND-24, LEND-16: given a bill that came back, then an account that was told of owes nothing, on earlier days too', () => {
  const kept = unpaid('2027-02-19');
  const sent = [sentOf(kept, '2027-02-16')];
  kept.rebook({ news: 'unwound', loanId: 'loan' }, day('2027-01-15'), day('2027-02-20'));
  const found = lines(kept, sent, '2027-02-23');
  expect(found.map(({ isCorrection, record: one }) => [isCorrection, one.status, one.balancePaise])).toEqual([
    [true, 'closed', 0],
    [false, 'closed', 0],
  ]);
  expect(lines(kept, [], '2027-02-23')).toEqual([]);
});

test('LEND-24, LEND-D2, LEND-W6: given late money for one loan, then the class is corrected in the records of the other', () => {
  const kept = besideAnother('2027-03-24');
  const sent = sentLines(kept, [], '2027-03-23');
  expect(sent.map((one) => `${one.loanId} ${one.class}`)).toEqual(['loan SMA1', 'other SMA1']);
  hear(kept, '2027-03-25');
  closeThrough(kept, '2027-03-31');
  const told = sentLines(kept, sent, '2027-03-31');
  expect(told.map((one) => [one.loanId, one.asOn, one.class])).toEqual([
    ['loan', '2027-03-23', 'SMA0'],
    ['loan', '2027-03-31', 'SMA0'],
    ['other', '2027-03-23', 'SMA0'],
    ['other', '2027-03-31', 'SMA0'],
  ]);
  closeThrough(kept, '2027-04-09');
  const next = sentLines(kept, [...sent, ...told], '2027-04-09');
  expect(next.map((one) => one.asOn)).not.toContain('2027-03-23');
});

test('LEND-24, LEND-D2: given a loan that is told of for the first time, when it was taken back, then the other is looked at', () => {
  const kept = besideAnother('2027-03-24');
  const sent = sentLines(kept, [], '2027-03-23').filter(({ loanId }) => loanId === 'other');
  hear(kept, '2027-03-25');
  closeThrough(kept, '2027-03-31');
  const found = lines(kept, sent, '2027-03-31', {}, 'other');
  expect(found.map((one) => [one.isCorrection, one.record.class])).toEqual([
    [true, 'SMA0'],
    [false, 'SMA0'],
  ]);
});

test('LEND-24: given an account that ended, when it is taken back and nothing changes, then it is told of once more and left alone', () => {
  const kept = repaid('2027-05-31');
  const sent = [sentOf(kept, '2027-04-09'), sentOf(kept, '2027-04-16')];
  const borrower = kept.borrower();
  kept.learn({ ...borrower, loans: borrower.loans.map((one) => ({ ...one, rewoundCount: 1 })) }, []);
  // One that was never told of is looked at only as long as it may be told of.
  expect(needsLook(kept.borrower().loans, [], day('2027-04-14'))).toBe(true);
  expect(needsLook(kept.borrower().loans, [], day('2027-04-15'))).toBe(false);
  const told = sentLines(kept, sent, '2027-04-23');
  expect(told.map((one) => [one.asOn, one.status])).toEqual([['2027-04-23', 'closed']]);
  const all = [...sent, ...told];
  expect(needsLook(kept.borrower().loans, all, day('2027-04-23'))).toBe(false);
  expect(sentLines(kept, all, '2027-04-30')).toEqual([]);
});

test('LEND-24, LEND-D5: given a written-off loan that is closed without a journal, then as on a day before it is written off', () => {
  const kept = unpaid('2027-08-14');
  kept.writeOff('loan', { id: 'o', effectiveOn: day('2027-08-15') }, at('2027-08-15'));
  kept.pay(money(500_000, '2027-08-20'));
  const before = [record(kept, '2027-08-16'), record(kept, '2027-08-23')];
  closedByHand(kept, '2027-08-25');
  expect([record(kept, '2027-08-16'), record(kept, '2027-08-23')]).toEqual(before);
  expect(record(kept, '2027-08-25')).toMatchObject({ status: 'closed', balancePaise: 0 });
});

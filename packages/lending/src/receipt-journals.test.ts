import { businessDate, paise } from '@mohlat/money';
import { expect, test } from 'vitest';
import { sumsOf } from './borrowers.testing.ts';
import { closedBy, exited, partPrepaid, recovered, repaid } from './receipt-journals.ts';

const LOAN = { id: 'loan', rewoundCount: 0, status: 'active' } as const;
const NPA = { ...LOAN, status: 'npa' } as const;
const covered = (interest: number, fee: number, principal: number, bounce: number, penal: number) => ({
  interest: paise(interest),
  fee: paise(fee),
  principal: paise(principal),
  bounce: paise(bounce),
  penal: paise(penal),
});
const arrived = (amountPaise: number, excessPaise = 0) => ({
  repaymentId: 'r',
  on: businessDate('2027-02-15'),
  from: 'CHECKOUT_CLEARING' as const,
  amountPaise: paise(amountPaise),
  excessPaise: paise(excessPaise),
});
const DUE = covered(1, 20, 300, 4_000, 50_000);
const SHORT = covered(1, 2, 30, 40, 500);
const closing = (isSettled: boolean) => ({
  heldPaise: paise(7),
  due: DUE,
  notDue: { principalPaise: paise(600_000), feePaise: paise(70_000), interestPaise: paise(8) },
  short: SHORT,
  isSettled,
});
const PART = { interestPaise: paise(8), principalPaise: paise(600) };
const leaving = {
  cgstPaise: paise(2),
  sgstPaise: paise(2),
  igstPaise: paise(0),
  heldPaise: paise(100),
  billPaise: paise(9_000),
  feePaise: paise(50),
  due: { principalPaise: paise(3_000), feePaise: paise(20), interestPaise: paise(11) },
  accruedPaise: paise(8),
  chargePaise: paise(90),
  shortPaise: paise(5),
};

test.each([
  [
    '13: a repayment',
    repaid(LOAN, arrived(54_333, 5), DUE, paise(7)),
    { A120: 54_333, A211: -1, A203: -20, A201: -300, A221: -4_000, A220: -50_000, L300: -7, L310: -5 },
  ],
  [
    '27: the same of a loan in suspense',
    repaid(NPA, arrived(54_333, 5), DUE, paise(7)),
    {
      A120: 54_333,
      A211: -1,
      A203: -20,
      A201: -300,
      A221: -4_000,
      A220: -50_000,
      L300: -7,
      L310: -5,
      L350: 54_001,
      I410: -1,
      I421: -4_000,
      I420: -50_000,
    },
  ],
  [
    '19 and 22: a closing, with all that is short an expense',
    closedBy(LOAN, arrived(723_756, 7), closing(false)),
    {
      A120: 723_756,
      L300: 7,
      E510: 573,
      A211: -1,
      A203: -20,
      A201: -300,
      A221: -4_000,
      A220: -50_000,
      A210: -8,
      A202: -70_000,
      A200: -600_000,
      L310: -7,
    },
  ],
  [
    '29: a settlement, with bill and fee that are short a loss',
    closedBy(LOAN, arrived(723_756, 7), closing(true)),
    {
      A120: 723_756,
      L300: 7,
      E510: 541,
      E520: 32,
      A211: -1,
      A203: -20,
      A201: -300,
      A221: -4_000,
      A220: -50_000,
      A210: -8,
      A202: -70_000,
      A200: -600_000,
      L310: -7,
    },
  ],
  [
    '27: a closing in suspense, with what is short no income',
    closedBy(NPA, arrived(723_756, 7), closing(false)),
    {
      A120: 723_756,
      L300: 7,
      E510: 32,
      L350: 54_009,
      A211: -1,
      A203: -20,
      A201: -300,
      A221: -4_000,
      A220: -50_000,
      A210: -8,
      A202: -70_000,
      A200: -600_000,
      L310: -7,
      I410: -8,
      I421: -3_960,
      I420: -49_500,
    },
  ],
  [
    '18: a part paid early',
    partPrepaid(LOAN, arrived(609, 1), PART),
    { A120: 609, A210: -8, A200: -600, L310: -1 },
  ],
  [
    '18 and 27: the same of a loan in suspense',
    partPrepaid(NPA, arrived(609, 1), PART),
    { A120: 609, L350: 8, A210: -8, A200: -600, I410: -8, L310: -1 },
  ],
  [
    '20: a cooling-off exit',
    exited(LOAN, arrived(8_991, 6), leaving),
    {
      A120: 8_991,
      L300: 100,
      I400: 46,
      L330: 2,
      L331: 2,
      E510: 5,
      A200: -6_000,
      A202: -30,
      A201: -3_000,
      A203: -20,
      A211: -11,
      I410: -71,
      A210: -8,
      L310: -6,
    },
  ],
  [
    '20: the same of a loan in suspense',
    exited(NPA, arrived(8_991, 6), leaving),
    {
      A120: 8_991,
      L300: 100,
      I400: 46,
      L330: 2,
      L331: 2,
      E510: 5,
      A200: -6_000,
      A202: -30,
      A201: -3_000,
      A203: -20,
      A211: -11,
      L350: 19,
      I410: -90,
      A210: -8,
      L310: -6,
    },
  ],
  ['30: a recovery', recovered(LOAN, arrived(500, 90), paise(410)), { A120: 500, I430: -410, L310: -90 }],
])('LEND-16 journal %s', (_, booked, expected) => {
  expect(sumsOf([booked])).toEqual(expected);
  expect(booked).toMatchObject({
    loanId: 'loan',
    effectiveOn: '2027-02-15',
    source: { of: 'row', id: 'r', rewoundCount: 0 },
  });
});

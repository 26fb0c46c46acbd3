import { paise } from '@mohlat/money';
import { expect, test } from 'vitest';
import { day } from './borrowers.testing.ts';
import {
  type FriendsBill,
  referralBill,
  referralHeldUntil,
  referralLost,
  referralSpendableOn,
} from './referral-bills.ts';

const bill = (change: Partial<FriendsBill> = {}): FriendsBill => ({
  loanStatus: 'active',
  disbursedOn: day('2027-02-15'),
  bookedOn: day('2027-02-15'),
  amountPaise: paise(50_000),
  leastBillPaise: paise(0),
  coolingOffDays: 3,
  ...change,
});
const later = bill({ disbursedOn: day('2027-02-20'), bookedOn: day('2027-02-20') });
const exited = bill({ loanStatus: 'exited' });

test('LEND-24, LEND-8: given a paid bill, when its cooling-off is past, then the reward may be spent', () => {
  expect(referralSpendableOn([bill()])).toBe('2027-02-19');
  expect(referralSpendableOn([bill({ coolingOffDays: 5 })])).toBe('2027-02-21');
  expect(referralSpendableOn([])).toBeUndefined();
});

test('LEND-24, LEND-8: given a bill whose payment was heard of late, then the reward rests as long as it may be cancelled', () => {
  expect(referralSpendableOn([bill({ bookedOn: day('2027-02-20') })])).toBe('2027-02-22');
});

test('LEND-24: given several bills, when asked, then it rests on the earliest that stands', () => {
  expect(referralSpendableOn([later, bill()])).toBe('2027-02-19');
  expect(referralSpendableOn([exited, later])).toBe('2027-02-24');
  expect(referralSpendableOn([bill({ loanStatus: 'unwound' }), later])).toBe('2027-02-24');
  expect(referralSpendableOn([bill({ loanStatus: 'written_off' })])).toBe('2027-02-19');
});

test('LEND-24, LEND-S6: given several bills, when asked, then the one it rests on names its terms', () => {
  const first = { ...bill(), settingsVersion: 2 };
  expect(referralBill([{ ...later, settingsVersion: 3 }, first])).toBe(first);
  expect(referralBill([{ ...exited, settingsVersion: 2 }])).toBeUndefined();
});

test('LEND-24: given a least bill in its terms, when the bill is below it, then it earns nothing', () => {
  expect(referralSpendableOn([bill({ leastBillPaise: paise(50_001) })])).toBeUndefined();
  expect(referralSpendableOn([bill({ leastBillPaise: paise(50_000) })])).toBe('2027-02-19');
});

test.each([
  ['nothing wrong', {}, undefined],
  ['fraud beside a bill that stands', { isFraud: true }, 'fraud'],
  ['a returned bill and no other', { hasReturnedBill: true, bills: [] }, 'payment_returned'],
  ['a cancelled bill and no other', { bills: [exited] }, 'payment_cancelled'],
  ['a returned bill and another', { hasReturnedBill: true }, undefined],
] as const)('LEND-24: given %s, when looked at again, then it is lost by that', (_, change, why) => {
  expect(referralLost({ isFraud: false, hasReturnedBill: false, bills: [bill()], ...change })).toBe(why);
});

test('LEND-24: given a reward that rests on a cancelled bill, when another stands, then it waits for that one', () => {
  const held = day('2027-02-19');
  expect(referralHeldUntil(held, [exited, later], day('2027-02-18'))).toBe('2027-02-24');
  expect(referralHeldUntil(held, [bill()], day('2027-02-18'))).toBeUndefined();
  expect(referralHeldUntil(held, [exited], day('2027-02-18'))).toBeUndefined();
});

test('LEND-24: given a reward that may be spent already, when its bill falls, then it stays so', () => {
  expect(referralHeldUntil(day('2027-02-19'), [exited, later], day('2027-02-19'))).toBeUndefined();
});

test('LEND-24: given a bill that came earlier than the one before, when looked at, then the day does not come nearer', () => {
  expect(referralHeldUntil(day('2027-02-24'), [bill(), later], day('2027-02-18'))).toBeUndefined();
});

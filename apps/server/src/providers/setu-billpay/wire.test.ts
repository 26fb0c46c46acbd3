import { describe, expect, test } from 'vitest';
import { toBill, toPayState } from './read.ts';
import * as wire from './wire.ts';

describe('a word that a biller leaves empty', () => {
  test('given a paid bill whose failure reason is empty, when it is read, then it is paid', () => {
    const answer = wire.payAnswer.parse({
      success: true,
      data: {
        refId: 'REF1',
        status: 'Success',
        paymentDetails: { amount: 100, paymentRefId: 'key-1', timestamp: '2026-05-15T10:00:00+05:30' },
        failureReason: { type: '', code: '', message: '' },
      },
    });
    expect(toPayState(answer, 'REF1', { amount: 100, paymentKey: 'key-1' })).toMatchObject({
      state: 'success',
      paidAt: new Date('2026-05-15T04:30:00Z'),
    });
  });

  test('given a payment under way without a time, when it is read, then it is under way', () => {
    const row = { refId: 'REF1', paymentRefId: 'key-1', amount: 100, status: 'Processing' };
    const empty = { timestamp: '', refundStatus: '', failureReason: { type: '' } };
    expect(wire.transaction.parse({ ...row, ...empty })).toMatchObject({ status: 'Processing' });
  });

  test('given a fetched bill without its exactness and selection, when it is read, then it is a bill', () => {
    const data = { refId: 'REF1', status: 'Success', exactness: '', billerSelectionType: '', bills: [] };
    expect(wire.fetchAnswer.safeParse({ success: true, data }).success).toBe(true);
  });

  test('given a word of no document, when it is read, then it is no empty one', () => {
    const read = (type: string) => wire.failureReason.safeParse({ type }).success;
    expect([read('BBPS'), read(''), read('SOMETHING_NEW')]).toEqual([true, true, false]);
  });
});

describe('the dates of a bill', () => {
  test.each([
    ['2026-05-15', '2026-05-15'],
    ['2026-05-15T20:00:00Z', '2026-05-16'],
    ['2026-05-15T00:00:00+05:30', '2026-05-15'],
    ['2026-05-15T00:00:00.000Z', '2026-05-15'],
    // In which order day and month stand is said nowhere.
    ['15/05/2026', undefined],
    ['05/06/2026', undefined],
    ['15-05-2026', undefined],
    ['2026-02-30', undefined],
    ['9999-12-31', undefined],
    ['9999-12-31T20:00:00Z', undefined],
    ['0000-00-00', undefined],
    ['2026-05-15T00:00:00', undefined],
    ['NA', undefined],
    ['', undefined],
    [null, undefined],
  ])('given %j from a biller, when the bill is read, then its day is %j', (told, day) => {
    const data = {
      refId: 'REF1',
      status: 'Success',
      bills: [{ amount: 100, billDate: told, dueDate: told }],
    };
    const [bill] = wire.fetchAnswer.parse({ success: true, data }).data.bills.map(toBill);
    expect([bill?.billDate, bill?.dueDate]).toEqual([day, day]);
  });
});

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { deciding } from '#test/deciding.ts';
import { dispute } from '#test/disputing.ts';
import type { LabLoan } from '#test/lending-lab.ts';
import { at, on, world, type World } from '#test/reminder-days.ts';

/** A lower sum is agreed ten days before the due date, to be paid by the day after it. */
describe('an agreed lower sum', () => {
  const PAID = 100_000;
  let all: World;
  beforeAll(async () => {
    all = await world(['agreed l1', 'broken l1']);
    all.lab.set(at(-12, '10:00'));
    for (const loan of all.loans) await all.lab.catchUp(loan, on(-13));
    const [, broken] = all.loans as [LabLoan, LabLoan];
    await all.lab.credit(broken, 'paid', PAID, all.lab.clock.now());
    all.lab.set(at(-10, '10:00'));
    for (const [index, loan] of all.loans.entries()) {
      await all.lab.catchUp(loan, on(-11));
      await deciding(all.lab).agree(loan, `sum ${index}`, 500_000, on(1));
    }
    await dispute(all.lab, 'paid', { paymentRef: 'pay_paid', amountPaise: PAID, isDeducted: true }, ['lost']);
    await all.pass(-8, 4);
  }, 120_000);
  afterAll(() => all.lab.close());

  async function heard({ userId }: LabLoan): Promise<string[]> {
    const { rows } = await all.lab.owner.query<{ title: string }>(
      `select title from notifications where user_id = $1 and ist_date(at) >= $2 and title ~ '₹' order by at`,
      [userId, on(-8)],
    );
    return rows.map(({ title }) => title);
  }
  const said = async (loan: LabLoan) =>
    (await all.said(loan)).map(({ step, channels }) => `${step}: ${channels.join(' ')}`);

  test('LEND-23, LEND-24: given one that holds, when its instalment falls due, then its owner hears of it once the sum’s day is over', async () => {
    const [agreed] = all.loans as [LabLoan];
    expect((await said(agreed)).slice(0, 6)).toEqual([
      'before_7: ',
      'before_3: ',
      'before_1: ',
      'due_morning: ',
      'due_evening: ',
      'late_1: ',
    ]);
    const [first, ...more] = await heard(agreed);
    expect(first).toMatch(/^Tomorrow a late charge of ₹200 is added/);
    expect(more.length).toBeGreaterThan(0);
  });

  test('LEND-23, LEND-24: given one that a bank ended, when its instalment falls due, then its owner is asked for it', async () => {
    const [, broken] = all.loans as [LabLoan, LabLoan];
    expect((await said(broken)).slice(0, 2)).toEqual(['before_7: app email sms', 'before_3: app email sms']);
    expect((await heard(broken)).at(0)).toMatch(/₹5,200/);
  });
});

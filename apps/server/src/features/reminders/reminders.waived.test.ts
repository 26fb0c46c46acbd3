import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { deciding } from '#test/deciding.ts';
import type { LabLoan } from '#test/lending-lab.ts';
import { at, on, world, type World } from '#test/reminder-days.ts';

describe('a late charge that staff waived', () => {
  let all: World;
  beforeAll(async () => {
    all = await world(['whole l1', 'part l1', 'unsaid l1']);
    const [whole, part, unsaid] = all.loans as [LabLoan, LabLoan, LabLoan];
    await all.pass(3, 3);
    await all.lab.owner.query('delete from contacts where user_id = $1', [unsaid.userId]);
    all.lab.set(at(4, '00:45'));
    for (const loan of all.loans) await all.lab.catchUp(loan, on(3));
    const decide = deciding(all.lab);
    await decide.waive(whole, 'whole', 'penal', 20_000);
    await decide.waive(part, 'part', 'penal', 12_000);
    await decide.waive(unsaid, 'unsaid', 'penal', 20_000);
    for (const clock of ['07:30', '09:10', '19:10']) await all.remindAt(4, clock);
  });
  afterAll(() => all.lab.close());

  const heard = async ({ userId }: LabLoan) => {
    const { rows } = await all.lab.owner.query<{ title: string }>(
      'select title from notifications where user_id = $1 and ist_date(at) = $2 order by at',
      [userId, on(4)],
    );
    return rows.map(({ title }) => title);
  };
  const steps = async (loan: LabLoan) =>
    (await all.said(loan)).filter((one) => one.on === on(4)).map(({ step }) => step);

  test('LEND-23: given all of it waived, when reminders leave, then no charge is announced', async () => {
    expect([await heard(all.loans[0]!), await steps(all.loans[0]!)]).toEqual([[], []]);
  });

  test('LEND-23: given a part of it waived, when reminders leave, then the rest is announced', async () => {
    expect([await heard(all.loans[1]!), await steps(all.loans[1]!)]).toEqual([
      ['A late charge of ₹80 was added'],
      ['charged_4'],
    ]);
  });

  test('LEND-23: given a step unsaid before, when the charge is waived, then that step leaves', async () => {
    expect([await heard(all.loans[2]!), await steps(all.loans[2]!)]).toEqual([
      ['₹5,200 was due on 15 February 2026'],
      ['late_3'],
    ]);
  });
});

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { LabLoan } from '#test/lending-lab.ts';
import { at, on, world, type World } from '#test/reminder-days.ts';

describe('a debit that the bank never answers', () => {
  let all: World;
  beforeAll(async () => {
    all = await world(['third l1', 'fifth l1', 'hard l1']);
    const [third, fifth, hard] = all.loans as [LabLoan, LabLoan, LabLoan];
    await present(third, 3);
    await present(fifth, 5);
    await present(hard, 3);
    await all.pass(-8, 35, async (day) => {
      if (day === 2) await tellHardship(hard, 2, 35);
    });
  });
  afterAll(() => all.lab.close());

  /** Presented on the due date; the bank may answer until so many days later. */
  async function present({ userId, loanId }: LabLoan, answerBy: number): Promise<void> {
    await all.lab.owner.query(
      `insert into mandates (user_id, id, loan_id, kind, status, maximum_paise, until_on, token_ref, created_at)
       values ($1, $2, $2, 'enach', 'active', 570000, '2027-01-01', 'token', now())`,
      [userId, loanId],
    );
    await all.lab.owner.query(
      `insert into presentations (user_id, id, mandate_id, loan_id, number, attempt, amount_paise, state, present_at,
         presented_at, answer_by_on, created_at)
       values ($1, $2, $2, $2, 1, 1, 520000, 'review', $3, $3, $4, now())`,
      [userId, loanId, at(0, '10:00'), on(answerBy)],
    );
  }

  async function tellHardship({ userId, loanId }: LabLoan, from: number, until: number): Promise<void> {
    await all.lab.owner.query(
      `insert into hardships (user_id, id, loan_id, reason, created_at, from_on, until_on)
       values ($1, $2, $2, 'other', now(), $3, $4)`,
      [userId, loanId, on(from), on(until)],
    );
  }

  const ofFirst = async (loan: LabLoan) =>
    (await all.said(loan))
      .filter(({ number, channels }) => number === 1 && channels.length > 0)
      .map((one) => [one.on, one.step]);
  const chargesOf = async ({ loanId }: LabLoan) => {
    const { rows } = await all.lab.owner.query<{ on: string }>(
      'select levied_on::text as on from charges where loan_id = $1 and number = 1 order by 1',
      [loanId],
    );
    return rows.map((row) => row.on);
  };

  test('LEND-L4: given a window over before the charge, when its eve comes, then it is announced', async () => {
    expect(await chargesOf(all.loans[0]!)).toEqual([on(4), on(34)]);
    expect(await ofFirst(all.loans[0]!)).toEqual([
      [on(3), 'late_3'],
      [on(4), 'charged_4'],
      [on(33), 'eve_34'],
      [on(34), 'charged_34'],
    ]);
  });

  test('LEND-20: given a window that is not over, when a charge would fall, then none is announced', async () => {
    expect(await chargesOf(all.loans[1]!)).toEqual([on(34)]);
    expect(await ofFirst(all.loans[1]!)).toEqual([
      [on(33), 'eve_34'],
      [on(34), 'charged_34'],
    ]);
  });

  test('LEND-23: given a hardship, when the window is over, then nothing is said and nothing charged', async () => {
    expect(await chargesOf(all.loans[2]!)).toEqual([]);
    expect(await ofFirst(all.loans[2]!)).toEqual([]);
  });

  test('LEND-L4: given a silent bank, when a charge is announced, then the words say that it is silent', async () => {
    const { rows } = await all.lab.owner.query<{ title: string; description: string }>(
      `select title, description from notifications where user_id = $1 and title like '%late charge%' order by at limit 2`,
      [all.loans[0]!.userId],
    );
    const description =
      'Your bank has not said whether it paid ₹5,200, due on 15 February 2026. If it did, the charge is taken back.';
    expect(rows).toEqual([
      { title: 'Tomorrow a late charge of ₹200 is added', description },
      { title: 'A late charge of ₹200 was added', description },
    ]);
  });
});

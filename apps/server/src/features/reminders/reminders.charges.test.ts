import type { BusinessDate } from '@mohlat/money';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { LabLoan } from '#test/lending-lab.ts';
import { at, on, world, type World } from '#test/reminder-days.ts';

/**
 * Each instalment is paid, the first one late and without its charge of ₹200, which counts as overdue from day 28 on: the due
 * date of the second one.
 */
async function payAllBut(all: World, loan: LabLoan, day: number): Promise<void> {
  const name = (which: string) => `${which} ${loan.loanId}`;
  if (day === 5) await all.lab.credit(loan, name('first'), 520_000, at(5, '21:30'));
  if (day === 28) await all.lab.credit(loan, name('second'), 520_000, at(28, '21:30'));
  if (day === 59) await all.lab.credit(loan, name('third'), 520_000, at(59, '21:30'));
}

/** The last instalment is late instead, and its charge counts as overdue from day 78 on. */
async function payAllButLast(all: World, loan: LabLoan, day: number): Promise<void> {
  if ([3, 28, 64].includes(day))
    await all.lab.credit(loan, `${day} ${loan.loanId}`, 520_000, at(day, '21:30'));
}

describe('a late charge that is left when every instalment is paid', () => {
  const NAMES = ['left l1', 'waived l1', 'hindi l1', 'frozen l1', 'moved l1'];
  let all: World;
  const of = (name: string) => all.loans[NAMES.indexOf(name)]!;
  beforeAll(async () => {
    all = await world(NAMES);
    await all.lab.owner.query(
      `insert into preferences (user_id, updated_at, language) values ($1, now(), 'hi')`,
      [of('hindi l1').userId],
    );
    await all.pass(3, 92, async (day) => {
      for (const loan of all.loans)
        await (loan === of('moved l1') ? payAllButLast : payAllBut)(all, loan, day);
      if (day === 30)
        await all.lab.owner.query('update charges set waived_paise = amount_paise where user_id = $1', [
          of('waived l1').userId,
        ]);
      if (day === 28) await freeze(of('frozen l1'), on(30), on(40));
      if (day === 76) await freeze(of('moved l1'), on(76), on(80));
    });
  }, 240_000);
  afterAll(() => all.lab.close());

  async function freeze({ userId, loanId }: LabLoan, from: BusinessDate, until: BusinessDate): Promise<void> {
    const client = await all.lab.owner.connect();
    try {
      await client.query('set session_replication_role = replica');
      await client.query(
        `insert into loan_freezes (user_id, loan_id, seq, is_frozen, from_on, at, word, rail_row_id)
         values ($1, $2, 1, true, $3::date, $3::date, 'refund_required', new_id()),
           ($1, $2, 2, false, $4::date, $4::date, 'withdrawn', null)`,
        [userId, loanId, from, until],
      );
      await client.query('reset session_replication_role');
    } finally {
      client.release();
    }
  }

  async function heard(name: string, from = 6): Promise<[BusinessDate, string][]> {
    const { rows } = await all.lab.owner.query<{ on: BusinessDate; title: string }>(
      `select ist_date(at) as on, title from notifications
       where user_id = $1 and title ~ 'charge|शुल्क|Notice' and ist_date(at) >= $2 order by at`,
      [of(name).userId, on(from)],
    );
    return rows.map((row) => [row.on, row.title]);
  }
  const BY = `A charge of ₹200 is to be paid by 15 March 2026`;
  const MISSED = `A charge of ₹200 was to be paid by 15 March 2026`;
  const helpAt = (days: number) => `A charge of ₹200 is ${days} days late. Can we help?`;

  test('LEND-23, LEND-L7: given a charge alone overdue, when days pass, then each step names it', async () => {
    expect(await heard('left l1')).toEqual([
      [on(21), BY],
      [on(25), BY],
      [on(27), BY],
      [on(28), 'A charge of ₹200 is to be paid today'],
      [on(29), MISSED],
      [on(31), MISSED],
      [on(35), helpAt(7)],
      [on(43), helpAt(15)],
      [on(53), helpAt(25)],
      [on(59), 'Notice: more than 30 days overdue'],
      [on(89), 'Notice: more than 60 days overdue'],
    ]);
  });

  test('LEND-23: given a charge alone overdue, when its class is told, then the notice names charges', async () => {
    const { rows } = await all.lab.owner.query<{ description: string }>(
      "select description from notifications where user_id = $1 and title like 'Notice:%' order by at limit 1",
      [of('left l1').userId],
    );
    expect(rows[0]!.description).toContain('₹200 of charges is overdue, the oldest part since 15 March 2026');
  });

  test('LEND-23: given a charge that staff waived, when days pass, then it is named no more', async () => {
    expect((await heard('waived l1', 31)).filter(([, title]) => title.includes('charge of'))).toEqual([]);
  });

  test('LEND-X10: given a freeze in between, when days pass, then its days do not count', async () => {
    expect(await heard('frozen l1', 29)).toEqual([
      [on(29), MISSED],
      [on(41), MISSED],
      [on(45), helpAt(7)],
      [on(53), helpAt(15)],
      [on(63), helpAt(25)],
      [on(69), 'Notice: more than 30 days overdue'],
    ]);
  });

  test('LEND-X10: given a freeze over the last day to pay it, when reminders come, then they name and count from the day that the app shows', async () => {
    const by = (words: string, date: string) => `A charge of ₹200 ${words} ${date} May 2026`;
    expect(await heard('moved l1', 64)).toEqual([
      [on(71), by('is to be paid by', '4')],
      [on(75), by('is to be paid by', '4')],
      [on(80), by('is to be paid by', '7')],
      [on(81), 'A charge of ₹200 is to be paid today'],
      [on(81), 'A charge of ₹200 is to be paid today'],
      [on(82), by('was to be paid by', '7')],
      [on(84), by('was to be paid by', '7')],
      [on(88), helpAt(7)],
    ]);
  });

  test('LEND-23: given a reader of Hindi, when a charge is missed, then it is told in Hindi', async () => {
    const told = await heard('hindi l1', 29);
    expect(told[0]).toEqual([on(29), '15 मार्च 2026 तक ₹200 का शुल्क चुकाना था']);
  });

  test('LEND-L4: given a charge that was added, when it is told, then the day to pay it by is named', async () => {
    const { rows } = await all.lab.owner.query<{ description: string }>(
      "select description from notifications where user_id = $1 and title = 'A late charge of ₹200 was added'",
      [of('left l1').userId],
    );
    expect(rows[0]!.description).toContain('Pay it by 15 March 2026.');
  });
});

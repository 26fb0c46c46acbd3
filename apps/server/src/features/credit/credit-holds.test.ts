import { businessDate, paise } from '@mohlat/money';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createLog } from '#platform/log/log.ts';
import { type Lab, type LabLoan, noonOf, openLab } from '#test/lending-lab.ts';
import { holdText } from './credit.reasons.ts';
import { creditJobs } from './credit.standing.ts';

describe('a limit that rests and ends', () => {
  let lab: Lab;
  const loans: Record<string, LabLoan> = {};
  beforeAll(async () => {
    lab = await openLab();
    const terms = { billPaise: 1_500_000, instalments: 3, disbursedOn: businessDate('2026-01-15') };
    for (const name of ['charge', 'hindi', 'instalment']) loans[name] = await lab.lend(`${name} l1`, terms);
    await lab.owner.query(
      "insert into preferences (user_id, updated_at, language) values ($1, now(), 'hi')",
      [loans['hindi']!.userId],
    );
  });
  afterAll(() => lab.close());

  /** Closes the days before one and tells who is to be told; the titles and lines of that day. */
  async function told(on: string, names: readonly string[]) {
    lab.set(noonOf(businessDate(on)));
    const tell = creditJobs({ ...lab.deps, log: createLog('silent') }).find(
      (one) => one.task === 'credit.tell_standing',
    );
    const lines: (string | undefined)[] = [];
    for (const name of names) {
      const loan = loans[name]!;
      const eve = businessDate(
        new Date(noonOf(businessDate(on)).getTime() - 86_400_000).toISOString().slice(0, 10),
      );
      await lab.catchUp(loan, eve);
      await tell?.run({ userId: loan.userId }, { attempt: 1, isLastAttempt: false });
      const { rows } = await lab.owner.query<{ line: string }>(
        `select title || ': ' || description as line from notifications
         where user_id = $1 and link = '/dashboard/credit' and at = $2`,
        [loan.userId, lab.clock.now()],
      );
      lines.push(rows[0]?.line);
    }
    return lines;
  }

  test('LEND-14, LEND-D1: given a charge alone overdue, when the limit rests and ends, then the charge is named', async () => {
    const pay = async (name: string, which: string, on: string) => {
      lab.set(noonOf(businessDate(on)));
      await lab.credit(loans[name]!, `${which} ${name}`, 520_000, noonOf(businessDate(on)));
    };
    for (const name of ['charge', 'hindi']) {
      await told('2026-02-20', [name]);
      await pay(name, 'first', '2026-02-20');
      await told('2026-02-21', [name]);
      await pay(name, 'second', '2026-03-15');
    }
    expect(await told('2026-03-16', ['charge', 'hindi'])).toEqual([
      'New payments are on hold: No instalment is overdue, but ₹200 of charges is. Your limit is free again as soon as it is repaid. Repaying works as before.',
      'नए भुगतान रुके हुए हैं: कोई किस्त बकाया नहीं है, पर ₹200 का शुल्क बकाया है। उसे चुकाते ही आपकी लिमिट फिर खुल जाएगी। चुकाना पहले की तरह चलता है।',
    ]);
    const [arrears] = await told('2026-04-15', ['charge']);
    expect(arrears).toMatch(/^New payments are on hold: .* charges are, for more than 30 days: ₹200\./);
    for (const name of ['charge', 'hindi']) {
      await told('2026-04-15', [name]);
      await pay(name, 'third', '2026-04-15');
    }
    const [ended, inHindi] = await told('2026-06-14', ['charge', 'hindi']);
    expect(ended).toMatch(/^Your credit limit has ended: .* charges are, for more than 90 days: ₹200\./);
    expect(inHindi).toMatch(/^आपकी क्रेडिट लिमिट समाप्त हो गई है: .*₹200 का शुल्क 90 दिन से ज़्यादा/);
  });

  test('LEND-14: given a limit that ended, when mail and SMS are written, then a template of its own says so', async () => {
    expect((await told('2026-06-20', ['instalment']))[0]).toMatch(
      /^Your credit limit has ended: An instalment or a charge was more than 90 days overdue\./,
    );
  });
});

test('LEND-14: given charges overdue for less than a hold needs, when it is told, then they are not its reason', () => {
  const overdue = { paise: paise(20_000), chargesPaise: paise(20_000), days: 5 };
  expect(holdText('arrears', overdue, 'en')).toMatch(/^An instalment or a charge was more than 30/);
  expect(holdText('kyc_lapse', overdue, 'hi')).toMatch(/पहचान/);
});

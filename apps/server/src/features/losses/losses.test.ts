import { addDays, type BusinessDate, businessDate } from '@mohlat/money';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { issueTaxDocuments } from '#features/documents/documents.issue.ts';
import { loadDays } from '#features/lending/index.ts';
import { findFactsOn, toPayment } from '#features/payments/index.ts';
import { reversePayment } from '#features/reconciliation/reconciliation.unwind.ts';
import { findWaivers } from './index.ts';
import { findGranted } from './losses.repo.ts';
import { isGrantedAlone } from './losses.rules.ts';
import { deciding } from '#test/deciding.ts';
import { idOf, type Lab, type LabLoan, noonOf, openLab } from '#test/lending-lab.ts';

const START = businessDate('2027-01-15');
const on = (days: number): BusinessDate => addDays(START, days);
const W2 = { billPaise: 1_500_000, instalments: 3, disbursedOn: START };
const BOOKED = { A105: -1_500_000, I400: -25_424, L330: -2_288, L331: -2_288 };
const HALF_YEAR_LATE = businessDate('2027-08-15');
const SO_LATE = addDays(HALF_YEAR_LATE, 31);

let lab: Lab;
let decide: ReturnType<typeof deciding>;
beforeAll(async () => {
  lab = await openLab();
  decide = deciding(lab);
});
afterAll(() => lab.close());

const RATES = { earlyBps: 100, lateBps: 1500, npaBps: 6000 };
const setRates = (rates: typeof RATES) =>
  lab.owner.query(`update settings set content = jsonb_set(content, '{lossAllowance}', $1)`, [rates]);

async function books({ loanId }: LabLoan): Promise<Record<string, number>> {
  const { rows } = await lab.owner.query<{ account: string; sum: string }>(
    `select account, sum(amount_paise)::text as sum from postings where loan_id = $1
     group by 1 having sum(amount_paise) <> 0`,
    [loanId],
  );
  return Object.fromEntries(rows.map(({ account, sum }) => [account, Number(sum)]));
}

async function journal({ loanId }: LabLoan, kind: string): Promise<Record<string, number>> {
  const { rows } = await lab.owner.query<{ account: string; amount: number }>(
    `select p.account, p.amount_paise as amount from journals j join postings p on p.user_id = j.user_id and p.journal_id = j.id
     where j.loan_id = $1 and j.source_kind = $2`,
    [loanId, kind],
  );
  return Object.fromEntries(rows.map(({ account, amount }) => [account, amount]));
}

async function loanOf({ loanId }: LabLoan) {
  const { rows } = await lab.owner.query<{ status: string; closed_on: string | null; used: number }>(
    `select l.status, l.closed_on, c.used_paise as used
     from loans l join credit_accounts c on c.user_id = l.user_id where l.id = $1`,
    [loanId],
  );
  return rows[0]!;
}

/** The payment as its person sees it on that day. */
async function shownOf({ userId, loanId }: LabLoan) {
  const facts = await lab.worker.forUser(userId, (tx) => findFactsOn(tx, userId, loanId, HALF_YEAR_LATE));
  return toPayment(facts!, HALF_YEAR_LATE);
}

const lent = (name: string): Promise<LabLoan> => lab.lend(name, W2);

async function at(day: BusinessDate, loan: LabLoan): Promise<void> {
  lab.set(noonOf(day));
  await lab.catchUp(loan, addDays(day, -1));
}

const MEMBER = idOf('another member');

describe('the loss allowance', () => {
  test('LEND-D7: follows the class at each month end, in both directions, and is given back when the loan ends', async () => {
    const loan = await lent('classes');
    const held: [string, number][] = [];
    for (const month of ['01-31', '02-28', '03-31', '04-30', '05-31']) {
      await at(addDays(businessDate(`2027-${month}`), 1), loan);
      held.push([month, -((await books(loan))['A290'] ?? 0)]);
    }
    // The base is 1,530,000 paise: standard and early arrears 1 %, 31 to 90 days 15 %, then 60 %.
    expect(held).toEqual([
      ['01-31', 15_300],
      ['02-28', 15_300],
      ['03-31', 229_500],
      ['04-30', 229_500],
      ['05-31', 918_000],
    ]);
    await lab.credit(loan, 'classes most', 1_560_000 + 120_000 - 300_000, lab.clock.now());
    await at(businessDate('2027-07-01'), loan);
    expect((await books(loan))['A290']).toBe(-Math.round(0.6 * (1_530_000 - 1_380_000)));
    await lab.credit(loan, 'classes rest', 300_000, lab.clock.now());
    expect(await loanOf(loan)).toMatchObject({ status: 'closed' });
    const after = await books(loan);
    expect([after['A290'], after['E520']]).toEqual([undefined, undefined]);
    expect(await lab.broken()).toEqual([]);
  });
});

test('LEND-D7: of two settings that begin on one day the later gives the rates of its close', async () => {
  const day = businessDate('2027-09-30');
  const begin = (version: number, at: string, earlyBps: number) =>
    lab.owner.query(
      `insert into settings (version, effective_at, content)
       select $1, $2, jsonb_set(content, '{lossAllowance,earlyBps}', $3) from settings where version = 1`,
      [version, at, earlyBps],
    );
  await begin(901, '2027-09-30T02:00:00+05:30', 200);
  await begin(902, '2027-09-30T23:59:00+05:30', 300);
  await begin(903, '2027-10-01T00:00:00+05:30', 400);
  const days = await lab.worker.plain((tx) => loadDays(tx, addDays(day, -1), addDays(day, 1)));
  expect(days.map(({ lossRates }) => lossRates.earlyBps)).toEqual([100, 300, 400]);
  await lab.owner.query('delete from settings where version > 900');
});

describe('writing off', () => {
  test('LEND-D5: W11, on the 181st day with nothing paid and no allowance, to the paisa', async () => {
    await setRates({ earlyBps: 0, lateBps: 0, npaBps: 0 });
    const loan = await lent('w11');
    await at(HALF_YEAR_LATE, loan);
    await decide.writeOff(loan, 'w11');
    await setRates(RATES);
    expect(await journal(loan, 'write_off')).toEqual({
      E520: 1_530_000,
      L350: 150_000,
      A201: -1_500_000,
      A203: -30_000,
      A211: -30_000,
      A220: -120_000,
    });
    expect(await books(loan)).toEqual({ ...BOOKED, E520: 1_530_000 });
    expect(await loanOf(loan)).toEqual({ status: 'written_off', closed_on: null, used: 0 });
    expect(await shownOf(loan)).toMatchObject({ status: 'pending', isWrittenOff: true });
    expect(await lab.broken()).toEqual([]);
  });

  test('LEND-16: journal 29 uses the allowance first, and journal 30 is all recovery', async () => {
    const loan = await lent('allowed');
    await at(HALF_YEAR_LATE, loan);
    expect(await books(loan)).toMatchObject({ A290: -918_000, E520: 918_000 });
    await decide.writeOff(loan, 'allowed');
    expect(await journal(loan, 'write_off')).toMatchObject({ A290: 918_000, E520: 612_000, L350: 150_000 });
    lab.set(noonOf(addDays(HALF_YEAR_LATE, 10)));
    await lab.credit(loan, 'allowed part', 520_000, lab.clock.now());
    expect(await books(loan)).toEqual({ ...BOOKED, E520: 1_530_000, A120: 520_000, I430: -520_000 });
    const { rows } = await lab.owner.query(
      `select component, sum(amount_paise)::integer as paise from allocations where loan_id = $1 and is_active group by 1`,
      [loan.loanId],
    );
    expect(rows).toEqual([{ component: 'principal', paise: 520_000 }]);
    // Fourteen rupees too much: what is beyond goes back.
    await lab.credit(loan, 'allowed rest', 1_161_400, lab.clock.now());
    expect(await loanOf(loan)).toMatchObject({ status: 'closed', closed_on: addDays(HALF_YEAR_LATE, 10) });
    expect(await books(loan)).toMatchObject({ I430: -1_680_000, A120: 1_681_400 });
    expect(await lab.broken()).toEqual([]);
  });

  test('LEND-W6: money of before it that is heard of after it is put where it belongs, and the rest is written off', async () => {
    const loan = await lent('before');
    await at(SO_LATE, loan);
    await decide.writeOff(loan, 'before');
    lab.set(noonOf(addDays(SO_LATE, 3)));
    await lab.credit(loan, 'before late', 520_000, noonOf(on(40)));
    expect(await loanOf(loan)).toMatchObject({ status: 'written_off', used: 0 });
    // The part of the first instalment that was paid was income then: its fee and principal are not lost.
    expect(await books(loan)).toMatchObject({ A120: 520_000, E520: 1_025_000 });
    expect(await books(loan)).not.toHaveProperty('I430');
    expect(await lab.broken()).toEqual([]);
  });

  test('LEND-W6: given money of before it that repaid the whole loan, then the loan was never written off', async () => {
    const loan = await lent('repaid before');
    await at(HALF_YEAR_LATE, loan);
    await decide.writeOff(loan, 'repaid before');
    await lab.credit(loan, 'repaid before late', 2_000_000, noonOf(on(40)));
    expect(await loanOf(loan)).toEqual({ status: 'closed', closed_on: on(40), used: 0 });
    expect(await books(loan)).not.toHaveProperty('E520');
    expect(await lab.broken()).toEqual([]);
  });

  test('LEND-16: journal 29 posted again beside another loan is the one that the decision names', async () => {
    const other = await lent('again other');
    const loan = await lent('again');
    await at(SO_LATE, loan);
    await lab.catchUp(other, addDays(SO_LATE, -1));
    await decide.writeOff(loan, 'again');
    lab.set(noonOf(addDays(SO_LATE, 3)));
    await lab.credit(loan, 'again late', 520_000, noonOf(on(40)));
    const { rows } = await lab.owner.query<{ loan_id: string; is_reversed: boolean }>(
      `select j.loan_id, exists (select 1 from journals r where r.user_id = j.user_id and r.reversal_of = j.id) as is_reversed
       from write_offs w join journals j on j.user_id = w.user_id and j.id = w.journal_id where w.loan_id = $1`,
      [loan.loanId],
    );
    expect(rows).toEqual([{ loan_id: loan.loanId, is_reversed: false }]);
    expect(await lab.broken()).toEqual([]);
  });

  test('a longer loan owes no interest of days to come', async () => {
    const loan = await lab.lend('long', { billPaise: 6_000_000, instalments: 12, disbursedOn: START });
    await at(HALF_YEAR_LATE, loan);
    await decide.writeOff(loan, 'long');
    expect(await books(loan)).toMatchObject({ E520: 6_050_000 });
    const { rows } = await lab.owner.query<{ owed: number; suspended: number }>(
      `select (select sum(principal_paise + fee_paise + interest_paise - paid_principal_paise - paid_fee_paise - paid_interest_paise)
         from instalments where loan_id = $1 and is_active)::bigint
        + (select sum(amount_paise) from charges where loan_id = $1 and reversed_on is null)::bigint as owed,
        (select sum(p.amount_paise) from postings p join journals j on j.id = p.journal_id
         where p.loan_id = $1 and j.source_kind = 'write_off' and p.account = 'L350')::bigint as suspended`,
      [loan.loanId],
    );
    expect(rows[0]!.owed).toBe(6_050_000 + rows[0]!.suspended);
    expect(await lab.broken()).toEqual([]);
  });
});

describe('a waiver', () => {
  test('LEND-16: journal 22 lets a charge off, and what is left of it is paid first and last', async () => {
    const loan = await lent('charge');
    await at(on(36), loan);
    const waivers = () => lab.worker.forUser(loan.userId, (tx) => findWaivers(tx, loan, on(36), MEMBER));
    const before = await waivers();
    expect(before.parts).toContainEqual({ component: 'penal', duePaise: 20_000 });
    expect(before.alonePaise).toBe(50_000);
    expect(await decide.waive(loan, 'charge', 'penal', 15_000)).toBe(15_000);
    const after = await waivers();
    expect(after.parts).toContainEqual({ component: 'penal', duePaise: 5_000 });
    expect(after.alonePaise).toBe(35_000);
    expect(await journal(loan, 'waiver')).toEqual({ E510: 15_000, A220: -15_000 });
    await lab.credit(loan, 'charge emi', 525_000, lab.clock.now());
    const { rows } = await lab.owner.query(
      'select paid_paise, waived_paise from charges where loan_id = $1',
      [loan.loanId],
    );
    expect(rows).toEqual([{ paid_paise: 5_000, waived_paise: 15_000 }]);
    expect(await lab.broken()).toEqual([]);
  });

  test('LEND-24: what was granted counts, of a loan and of a person’s day, whatever it came to', async () => {
    const [one, other] = [await lent('drip one'), await lent('drip other')];
    await at(on(36), one);
    const left = async (loan: LabLoan, day: BusinessDate) => {
      const granted = await lab.worker.forUser(loan.userId, (tx) => findGranted(tx, loan, day, MEMBER));
      return [20_000, 20_001, 50_000, 50_001].filter((paise) => isGrantedAlone(granted, paise));
    };
    expect(await left(one, on(36))).toEqual([20_000, 20_001, 50_000]);
    expect(await decide.waive(one, 'drip', 'penal', 30_000)).toBe(20_000);
    expect(await left(one, on(36))).toEqual([20_000]);
    expect(await left(other, on(36))).toEqual([20_000]);
    expect(await left(one, on(37))).toEqual([20_000]);
    expect(await left(other, on(37))).toEqual([20_000, 20_001, 50_000]);
  });

  test('LEND-F5: of the fee gives back its share of tax, in step with the whole', async () => {
    const loan = await lent('fee');
    await at(on(92), loan);
    for (const [turn, amount] of [10_000, 3_333, 6_667, 10_000].entries())
      expect(await decide.waive(loan, `fee ${turn}`, 'fee', amount)).toBe(amount);
    expect(await decide.waive(loan, 'fee more', 'fee', 10_000)).toBe(0);
    const { waived } = await shownOf(loan);
    expect(waived?.reduce((sum, one) => sum + one.amountPaise, 0)).toBe(30_000);
    expect(waived?.[0]).toEqual({ on: on(92), instalment: 1, component: 'fee', amountPaise: 10_000 });
    const after = await books(loan);
    for (const account of ['I400', 'L330', 'L331', 'A203', 'E510'])
      expect([account, after[account]]).toEqual([account, undefined]);
    const issued = await lab.worker.plain((tx) => issueTaxDocuments(tx, lab.clock.now(), 100));
    expect(issued).toBeGreaterThan(4);
    const notes = await lab.owner.query(
      `select sum(taxable_paise)::int as net, sum(cgst_paise)::int as cgst from tax_documents where loan_id = $1 and kind = 'credit_note'`,
      [loan.loanId],
    );
    expect(notes.rows).toEqual([{ net: 25_424, cgst: 2_288 }]);
    expect(await lab.broken()).toEqual([]);
  });

  test('LEND-D4: of a loan that does not perform leaves suspense', async () => {
    const loan = await lent('suspended');
    await at(on(150), loan);
    await decide.waive(loan, 'suspended', 'interest', 20_000);
    expect(await journal(loan, 'waiver')).toEqual({ L350: 20_000, A211: -20_000 });
    expect(await lab.broken()).toEqual([]);
  });

  test('LEND-9: closes the loan when it was all that was owed, and a rupee after the last day is waived by itself', async () => {
    const owedOn = async ({ loanId }: LabLoan) =>
      (
        await lab.owner.query<{ owed: number }>(
          'select sum(amount_paise - paid_paise - waived_paise)::int as owed from charges where loan_id = $1',
          [loanId],
        )
      ).rows[0]!.owed;
    const all = await lent('all');
    await at(on(94), all);
    await lab.credit(all, 'all most', 1_560_000, lab.clock.now());
    expect(await decide.waive(all, 'all 1', 'penal', 50_000)).toBe(50_000);
    expect((await loanOf(all)).status).toBe('active');
    expect(await decide.waive(all, 'all 2', 'penal', 500_000)).toBe(50_000);
    expect(await loanOf(all)).toEqual({ status: 'closed', closed_on: on(94), used: 0 });

    const tiny = await lent('tiny');
    await at(on(94), tiny);
    await lab.credit(tiny, 'tiny most', 1_560_000, lab.clock.now());
    await decide.waive(tiny, 'tiny', 'penal', (await owedOn(tiny)) - 100);
    expect([await owedOn(tiny), (await loanOf(tiny)).status]).toEqual([100, 'active']);
    await at(on(95), tiny);
    expect([await owedOn(tiny), (await loanOf(tiny)).status, (await loanOf(tiny)).closed_on]).toEqual([
      0,
      'closed',
      on(95),
    ]);
    expect(await lab.broken()).toEqual([]);
  });
});

describe('a bill that the rail returns', () => {
  test.each([
    ['waived', 40],
    ['written off', 212],
  ])(
    'LEND-16: journal 9 takes back what was %s of it, and nothing of the loan is left',
    async (what, day) => {
      const loan = await lent(`returned${day}`);
      await at(on(day), loan);
      if (what === 'waived') await decide.waive(loan, 'returned', 'penal', 20_000);
      else await decide.writeOff(loan, 'returned');
      await lab.worker.forUser(loan.userId, (tx) =>
        reversePayment(lab.deps, tx, { userId: loan.userId, paymentId: loan.loanId }, {}),
      );
      expect((await loanOf(loan)).status).toBe('unwound');
      expect(await books(loan)).toEqual({ A105: -1_500_000, A115: 1_500_000 });
      expect(await lab.broken()).toEqual([]);
    },
  );
});

/** The title of the last notice in each language, and the page it leads to. */
async function lastLine({ userId }: LabLoan) {
  const { rows } = await lab.owner.query<{ en: string; hi: string; link: string | null }>(
    `select texts->'en'->>'title' as en, texts->'hi'->>'title' as hi, link from notifications
     where user_id = $1 order by at desc, id desc limit 1`,
    [userId],
  );
  return rows[0];
}

describe('a lower sum that was agreed', () => {
  test('ends the loan when it is complete in time; what is left is waived and lost, what is beyond goes back', async () => {
    const loan = await lent('agreed');
    await at(on(140), loan);
    await decide.agree(loan, 'agreed', 1_000_000, on(160));
    await lab.credit(loan, 'agreed 1', 400_000, lab.clock.now());
    expect((await loanOf(loan)).status).toBe('npa');
    await at(on(160), loan);
    await lab.credit(loan, 'agreed 2', 650_000, lab.clock.now());
    expect(await loanOf(loan)).toEqual({ status: 'settled', closed_on: on(160), used: 0 });
    expect(await lastLine(loan)).toEqual({
      en: 'We received ₹6,500: the agreed sum is complete',
      hi: 'हमें ₹6,500 मिले: तय रकम पूरी हुई',
      link: `/dashboard/payments/${loan.loanId}`,
    });
    expect(await books(loan)).toEqual({
      ...BOOKED,
      A120: 1_050_000,
      E520: 530_000,
      L311: -50_000,
    });
    expect(await lab.broken()).toEqual([]);
  });

  test('LEND-24: given a written-off loan, when the sum is complete, then its charges are let off and nothing is owed', async () => {
    const loan = await lent('recovered');
    await at(HALF_YEAR_LATE, loan);
    await decide.writeOff(loan, 'recovered');
    await decide.agree(loan, 'recovered sum', 500_000, addDays(HALF_YEAR_LATE, 30));
    await lab.credit(loan, 'recovered sum', 500_000, lab.clock.now());
    expect(await loanOf(loan)).toEqual({ status: 'settled', closed_on: HALF_YEAR_LATE, used: 0 });
    const { charges, outstandingPaise } = await shownOf(loan);
    expect(outstandingPaise).toBe(0);
    expect(charges.map(({ waivedPaise }) => waivedPaise)).toEqual(Array.from({ length: 6 }, () => 20_000));
    expect(await books(loan)).toEqual({ ...BOOKED, E520: 1_530_000, A120: 500_000, I430: -500_000 });
    expect(await lab.broken()).toEqual([]);
  });

  test('means nothing once its day is over, nor for money of before it', async () => {
    const loan = await lent('lapsed');
    await at(on(140), loan);
    await lab.credit(loan, 'lapsed before', 300_000, lab.clock.now());
    lab.set(new Date(lab.clock.now().getTime() + 60_000));
    await decide.agree(loan, 'lapsed', 1_000_000, on(150));
    await at(on(150), loan);
    await lab.credit(loan, 'lapsed in time', 999_999, lab.clock.now());
    await at(on(151), loan);
    await lab.credit(loan, 'lapsed late', 10_000, lab.clock.now());
    expect((await loanOf(loan)).status).toBe('npa');
    // Heard of late, but paid in time: it counts.
    await lab.credit(loan, 'lapsed heard', 1, noonOf(on(149)));
    expect((await loanOf(loan)).status).toBe('settled');
    expect(await lab.broken()).toEqual([]);
  });
});

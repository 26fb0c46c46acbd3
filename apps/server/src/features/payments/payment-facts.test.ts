import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { at, layFullLoan } from '#test/full-loan.ts';
import { amongLaid } from '#test/laying.ts';
import { EMI3, idOf, type Lab, type LabLoan, openLab } from '#test/lending-lab.ts';

let lab: Lab;
let full: LabLoan;
let exited: LabLoan;
let failed: LabLoan;
let back: LabLoan;
let bare: LabLoan;
beforeAll(async () => {
  lab = await openLab();
  full = await lab.lend('one full', EMI3);
  exited = await lab.lend('one exited', EMI3);
  failed = await lab.lend('one failed', { ...EMI3, isRefused: true });
  back = await lab.lend('one back', { ...EMI3, isRefused: true });
  bare = await lab.lend('one bare', EMI3);
});
afterAll(() => lab.close());

type Facts = Readonly<Record<string, unknown>>;

async function told(client: pg.PoolClient): Promise<Readonly<Record<string, Facts>>> {
  const ids = { full, exited, failed, back, bare };
  await layFullLoan(client, ids);
  const { rows } = await client.query<{ id: string; facts: Facts }>(
    'select payment_id as id, facts from payments_facts($1, $2)',
    [full.userId, [...Object.values(ids).map(({ loanId }) => loanId), idOf('nobody')]],
  );
  const factsOf = ({ loanId }: LabLoan) => rows.find(({ id }) => id === loanId)!.facts;
  const { rows: alone } = await client.query<{ facts: Facts }>('select payment_facts($1, $2) as facts', [
    full.userId,
    full.loanId,
  ]);
  const named = Object.entries(ids).map(([name, loan]) => [name, factsOf(loan)]);
  return { ...Object.fromEntries(named), alone: alone[0]!.facts, count: { rows: rows.length } };
}

test('given a loan with all that can happen to one, then its facts tell each of it once, and nothing of another', async () => {
  const {
    full: facts,
    alone,
    count,
    exited: left,
    bare: nothing,
    failed: taken,
    back: given,
  } = await amongLaid(lab, told);
  expect([count, alone]).toEqual([{ rows: 5 }, facts]);
  expect(facts).toMatchObject({
    ourReference: 'THE SECOND TRY',
    billDuePaise: 777,
    loanStatus: 'active',
    exitChargePaise: null,
    coolingOffDays: 3,
    bookedOn: '2027-01-15',
    days: { closedThroughOn: '2027-01-14', nextOn: null },
    refundDuePaise: 300 + 40 + 500 + 8 + 8 - 120,
    charges: [
      { id: idOf('charge soon'), kind: 'bounce', leviedOn: '2027-03-05', paidPaise: 0, waivedPaise: 0 },
      { id: idOf('charge late'), kind: 'penal', leviedOn: '2027-03-06', paidPaise: 30, waivedPaise: 20 },
    ],
    waived: [
      { on: '2027-03-08', number: 2, component: 'fee', amountPaise: 11 },
      { on: '2027-03-08', number: 3, component: 'interest', amountPaise: 10 },
      { on: '2027-03-09', number: 1, component: 'fee', amountPaise: 10 },
    ],
    lateSuccessOn: null,
    freezes: [
      { isFrozen: true, fromOn: '2027-03-01' },
      { isFrozen: false, fromOn: '2027-03-02' },
    ],
  });
  expect((facts!['log'] as Facts[]).map(({ event }) => event)).toEqual([
    'accepted',
    'submitted',
    'paid',
    'eighth',
    'ninth',
  ]);
  expect(left).toMatchObject({
    exitChargePaise: 80 + 4 + 5,
    closedOn: '2027-03-20',
    bookedOn: '2027-01-16',
    days: null,
  });
  expect(left).toMatchObject({
    partPrepayments: null,
    refundDuePaise: 49,
    billDuePaise: null,
    freezes: [{ isFrozen: false }],
  });
  expect(nothing).toMatchObject({
    exitChargePaise: 0,
    refundDuePaise: 0,
    excess: null,
    charges: null,
    waived: null,
    agreement: null,
  });
  expect(taken).toMatchObject({
    ourReference: `LAB${failed.loanId.slice(0, 20)}`,
    lateSuccessOn: '2027-03-10',
    loanStatus: null,
    refundDuePaise: 0,
    excess: null,
  });
  expect(given).toMatchObject({ lateSuccessOn: null, instalments: null, charges: null, waived: null });
});

test('given money that is too much, or ahead of its time, or of an agreed sum, then the facts tell it by its repayment', async () => {
  const { full: facts } = await amongLaid(lab, told);
  const excess = { a: [340, 120], b: [500, 0], 'in time': [8, 0], 'too much': [8, 0] } as const;
  const parts = Object.entries(excess).toSorted(([a], [b]) =>
    idOf(`repayment ${a}`) < idOf(`repayment ${b}`) ? -1 : 1,
  );
  expect(facts!['excess']).toEqual(
    parts.map(([name, [excessPaise, refundedPaise]]) => ({
      channel: name === 'b' ? 'reward' : 'checkout',
      excessPaise,
      refundedPaise,
    })),
  );
  const unpaid = { isDemanded: false, paidPrincipalPaise: 0, paidFeePaise: 0, paidInterestPaise: 0 };
  expect(facts!['instalments']).toMatchObject([
    { number: 1, principalPaise: 495_000, ...unpaid },
    {
      number: 2,
      principalPaise: 5_020,
      isDemanded: true,
      paidPrincipalPaise: 1,
      paidFeePaise: 2,
      paidInterestPaise: 3,
    },
    { number: 3, principalPaise: 5_030, ...unpaid },
  ]);
  const part = (name: string, [principalPaise, interestPaise, before, after]: readonly number[]) => ({
    repaymentId: idOf(`repayment ${name}`),
    on: name === 'first' ? '2027-03-03' : expect.any(String),
    fromNumber: 2,
    principalPaise,
    interestPaise,
    instalmentBeforePaise: before,
    instalmentAfterPaise: after,
  });
  expect(facts!['partPrepayments']).toEqual([
    part('first', [770, 5, 520_000, 3_027]),
    part('second', [90, 0, 2_027, 5_027]),
    part('third', [0, 6, 8_027, 7_027]),
  ]);
  const { receipts, ...agreed } = facts!['agreement'] as { receipts: { valueOn: string }[] };
  const agreedAt = Date.parse(at(12));
  expect(agreed).toEqual({
    agreedPaise: 6_000,
    owedPaise: 9_000,
    chargedPaise: 8,
    agreedAt,
    payByOn: '2027-04-01',
  });
  expect(receipts.toSorted((a, b) => (a.valueOn < b.valueOn ? -1 : 1))).toEqual([
    { receivedAt: agreedAt, valueOn: '2027-03-12', coveredPaise: 26 },
    { receivedAt: Date.parse(at(14)), valueOn: '2027-03-14', coveredPaise: 0 },
  ]);
});

test('given payments of the same instant, when they are read by pages, then each is told once, the greatest id first', async () => {
  const ids = [full, exited, failed, back, bare]
    .map(({ loanId }) => loanId)
    .toSorted()
    .toReversed();
  const told: string[] = [];
  await amongLaid(lab, async (client) => {
    let after: { at: Date | null; id: string | null } | undefined = { at: null, id: null };
    while (after !== undefined) {
      const { rows }: { rows: { at: Date; id: string }[] } = await client.query(
        'select accepted_at as at, id from payments_page($1, $2, $3, 2)',
        [full.userId, after.at, after.id],
      );
      told.push(...rows.map(({ id }) => id));
      after = rows.at(-1);
    }
  });
  expect(told).toEqual(ids);
});

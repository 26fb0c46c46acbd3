import { after, type Borrower, type Decision, type Loan, type Money, receipt } from '@mohlat/lending';
import { seeded } from '@mohlat/lending/simulate';
import { addDays, type BusinessDate, businessDate, paise } from '@mohlat/money';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { book, loadBorrowers, loadForReceipt } from './index.ts';
import { deciding } from '#test/deciding.ts';
import { idOf, type Lab, type LabLoan, noonOf, openLab } from '#test/lending-lab.ts';
import type { Tx } from '#platform/db/database.ts';

const START = businessDate('2027-01-10');
const on = (days: number): BusinessDate => addDays(START, days);
let lab: Lab;
beforeAll(async () => {
  lab = await openLab();
});
afterAll(() => lab.close());

interface Wanted {
  readonly name: string;
  readonly paise: number;
  readonly channel?: Money['channel'];
  readonly intent?: Money['intent'];
  readonly onlyNumber?: number;
  readonly isCreditSource?: boolean;
}

async function loadOne(tx: Tx, userId: string): Promise<Borrower> {
  const [borrower] = await loadBorrowers(tx, [userId]);
  return borrower!;
}

/** Decides money of the lab's day beside its row and books it; the state after the changes must be what a load answers. */
async function receive({ userId, loanId }: LabLoan, wanted: Wanted): Promise<Decision> {
  const { name, channel = 'checkout', intent = 'emi', onlyNumber = null, isCreditSource = false } = wanted;
  const repaymentId = idOf(`repayment ${name}`);
  const now = lab.clock.now();
  return lab.worker.forUser(userId, async (tx) => {
    await tx.call(
      `insert into repayments (user_id, id, loan_id, amount_paise, intent, status, channel, only_number, created_at)
       values ($1, $2, $3, $4, $5, 'initiated', $6, $7, $8)`,
      [userId, repaymentId, loanId, wanted.paise, intent, channel, onlyNumber, now],
    );
    const known = await loadForReceipt(tx, userId, repaymentId);
    const decision = receipt(known!.borrower, {
      ...known!.started,
      repaymentId,
      loanId,
      amountPaise: paise(wanted.paise),
      receivedAt: now.getTime(),
      valueOn: lab.clock.today(),
      isCreditSource,
      // The provider's reference is text with quotes.
      providerPaymentRef: `pay "${name}", (1) \\ é`,
    });
    const before = await loadOne(tx, userId);
    expect(await book(tx, [{ userId, version: known!.version, decision }], now)).toEqual(new Set());
    expect(comparable(after(before, decision.changes))).toEqual(comparable(await loadOne(tx, userId)));
    return decision;
  });
}

/** Without the ids of rows that were new, and without an order of rows. */
function comparable(borrower: Borrower) {
  return { ...borrower, loans: borrower.loans.map((loan) => comparableLoan(loan)) };
}

function comparableLoan(loan: Loan) {
  const keyOf = (row: object) => JSON.stringify(Object.entries(row).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  const sorted = <Row extends object>(rows: readonly Row[]) =>
    rows.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
  return {
    ...loan,
    instalments: loan.instalments.map((one) => ({ ...one, id: '' })),
    earmarks: sorted(loan.earmarks),
    receipts: sorted(loan.receipts),
  };
}

async function openDay(loan: LabLoan, day: number) {
  lab.set(noonOf(on(day)));
  await lab.catchUp(loan, on(day - 1));
}

const endingOf = ({ changes }: Decision) =>
  changes.find((one) => one.change === 'loan_ended')?.status ?? null;

const INTENTS = ['emi', 'emi', 'emi', 'emi', 'part_prepay', 'exit'] as const;

test('LEND-I06: what random receipts change is what a load answers, and the books hold', async () => {
  const random = seeded(15);
  const seen = new Set<string>();
  for (let person = 0; person < 12; person += 1) {
    const billPaise = random.int(8_000, 48_000) * 100 + random.int(0, 99);
    const instalments = random.pick([1, 3, 3, 12]);
    const loan = await lab.lend(`r${person} l`, { billPaise, instalments, disbursedOn: START });
    for (let day = random.int(1, 3), turn = 0; turn < 5; day += random.int(1, 30), turn += 1) {
      await openDay(loan, day);
      const intent = random.pick(INTENTS);
      const isDebit = intent === 'emi' && random.chance(0.25);
      const decision = await receive(loan, {
        name: `r${person} ${turn}`,
        paise: random.int(100, Math.ceil(billPaise * (intent === 'emi' ? 0.5 : 1.02))),
        intent,
        ...(isDebit ? { channel: 'mandate', onlyNumber: random.int(1, instalments) } : {}),
      });
      for (const { change } of decision.changes) seen.add(change);
    }
  }
  expect([...seen]).toEqual(
    expect.arrayContaining(['schedule_replaced', 'earmarks_released', 'loan_ended', 'instalment_paid']),
  );
  expect(await lab.broken()).toEqual([]);
});

describe('each kind of ending is written as it was decided', () => {
  const lend = (name: string) =>
    lab.lend(`${name} l`, { billPaise: 1_500_000, instalments: 3, disbursedOn: START });

  test('LEND-8: the loan is left within its cooling-off time', async () => {
    const loan = await lend('leaver');
    await openDay(loan, 2);
    await receive(loan, { name: 'leaver held', paise: 100_000 });
    const decision = await receive(loan, { name: 'leaver exit', paise: 1_402_000, intent: 'exit' });
    expect(endingOf(decision)).toBe('exited');
    expect(await lab.broken()).toEqual([]);
  });

  test('LEND-24: an agreed lower sum is complete', async () => {
    const loan = await lend('settler');
    await openDay(loan, 149);
    expect(endingOf(await receive(loan, { name: 'settler 0', paise: 50_000 }))).toBeNull();
    await openDay(loan, 150);
    await deciding(lab).agree(loan, 'settler agreement', 800_000, on(190));
    expect(endingOf(await receive(loan, { name: 'settler 1', paise: 300_000 }))).toBeNull();
    await openDay(loan, 160);
    expect(endingOf(await receive(loan, { name: 'settler 2', paise: 600_000 }))).toBe('settled');
    const [row] = await lab.worker.forUser(loan.userId, (tx) =>
      tx.call<{ facts: { agreement: { receipts: object[] }; excess: object[] } }>(
        'select payment_facts($1, $2) as facts',
        [loan.userId, loan.loanId],
      ),
    );
    const { agreement, excess } = row!.facts;
    // Money of before it does not count, and money beyond it is no part of it.
    expect(agreement).toMatchObject({ agreedPaise: 800_000, payByOn: on(190) });
    expect(agreement.receipts.toSorted((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b)))).toEqual(
      [
        expect.objectContaining({ valueOn: on(150), coveredPaise: 300_000 }),
        expect.objectContaining({ valueOn: on(160), coveredPaise: 500_000 }),
      ],
    );
    expect(excess).toEqual([expect.objectContaining({ excessPaise: 100_000, refundedPaise: 0 })]);
    expect(await lab.broken()).toEqual([]);
  });

  test('LEND-W3: a written-off loan is recovered in parts', async () => {
    const loan = await lend('lost');
    await openDay(loan, 220);
    await deciding(lab).writeOff(loan, 'lost write-off');
    const part = await receive(loan, { name: 'lost 1', paise: 300_000 });
    expect([part.journals.map(({ kind }) => kind), endingOf(part)]).toEqual([['recovery'], null]);
    expect(endingOf(await receive(loan, { name: 'lost 2', paise: 3_000_000 }))).toBe('closed');
    expect(await lab.broken()).toEqual([]);
  });

  test('LEND-W8: money of a credit card covers nothing', async () => {
    const loan = await lend('card');
    await openDay(loan, 40);
    const decision = await receive(loan, { name: 'card 1', paise: 300_000, isCreditSource: true });
    expect(decision.changes.map(({ change }) => change)).toEqual(['repayment_settled', 'allocation_written']);
    const { rows } = await lab.owner.query(
      'select failure_reason, provider_payment_ref from repayments where id = $1',
      [idOf('repayment card 1')],
    );
    expect(rows).toEqual([
      { failure_reason: 'credit_source_refused', provider_payment_ref: 'pay "card 1", (1) \\ é' },
    ]);
  });
});

test('LEND-C9: the same money is booked once', async () => {
  const loan = await lab.lend('twice l', { billPaise: 1_500_000, instalments: 3, disbursedOn: START });
  await openDay(loan, 40);
  const decision = await receive(loan, { name: 'twice', paise: 100_000 });
  const again = lab.worker.forUser(loan.userId, async (tx) => {
    const known = await loadForReceipt(tx, loan.userId, idOf('repayment twice'));
    return book(tx, [{ userId: loan.userId, version: known!.version, decision }], lab.clock.now());
  });
  await expect(again).rejects.toThrow('book: 0 of 1 rows of repayment_settled');
});

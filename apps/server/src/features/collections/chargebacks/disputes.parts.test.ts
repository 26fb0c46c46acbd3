import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { followDispute } from './chargebacks.ts';
import * as answers from './answers.repo.ts';
import { deciding } from '#test/deciding.ts';
import { EMI3, idOf, type Lab, type LabLoan, openLab } from '#test/lending-lab.ts';

/** Several disputes about parts of one repayment, and what staff book of each. */
let lab: Lab;
beforeAll(async () => {
  lab = await openLab();
});
afterAll(async () => {
  expect(await lab.broken()).toEqual([]);
  await lab.close();
});

/** A loan, and a repayment of it that its payer's bank will ask about. */
async function aRepaid(name: string): Promise<LabLoan> {
  const loan = await lab.lend(`${name} l`, EMI3);
  await lab.credit(loan, name, 520_000, lab.clock.now());
  return loan;
}

/** Follows a dispute of a repayment with a rail that answers with this status and amount. */
async function contend(repayment: string, name: string, amount: number, status: 'open' | 'lost' | 'won') {
  const state = {
    disputeRef: `disp_${repayment}_${name}`,
    paymentRef: `pay_${repayment}`,
    status,
    phase: 'chargeback',
    amount,
    amountDeducted: amount,
    createdAt: lab.clock.now(),
  };
  const providers = { collection: { getDispute: async () => state } };
  const log = { info() {}, warn() {} };
  await followDispute({ ...lab.deps, providers, log } as never, { disputeRef: state.disputeRef });
}

/** The differences of a person, with what a resolution would take out of the books for each. */
async function differences({ userId }: LabLoan) {
  const { rows } = await lab.owner.query<{ id: string; kind: string; reference: string; paise: number }>(
    `select id, kind, reference, break_standing(user_id, id)::integer as paise, resolution from reconciliation_breaks
     where user_id = $1 order by reference`,
    [userId],
  );
  return rows;
}

async function books({ userId }: LabLoan): Promise<Record<string, number>> {
  const { rows } = await lab.owner.query<{ account: string; paise: string }>(
    `select account, sum(amount_paise)::text as paise from postings
     where user_id = $1 and account in ('A230', 'E550') group by 1 having sum(amount_paise) <> 0`,
    [userId],
  );
  return Object.fromEntries(rows.map((row) => [row.account, Number(row.paise)]));
}

test('LEND-21: a lost part of a repayment is cleared without what another dispute of it still holds', async () => {
  const loan = await aRepaid('contended');
  await contend('contended', 'lost', 100_000, 'lost');
  await contend('contended', 'held', 50_000, 'open');
  const [lost] = await differences(loan);
  expect(lost).toMatchObject({ kind: 'chargeback_partial', resolution: null });
  await deciding(lab).clear(loan, lost!.id, 'loss');
  await contend('contended', 'held', 50_000, 'won');
  expect(await books(loan)).toEqual({ E550: 100_000 });
});

test('LEND-21: of two lost parts of one repayment each is a difference of its own, and clearing one leaves the other', async () => {
  const loan = await aRepaid('parts');
  await contend('parts', 'a', 100_000, 'lost');
  await contend('parts', 'b', 50_000, 'lost');
  const kind = 'chargeback_partial';
  expect(await differences(loan)).toMatchObject([
    { kind, reference: 'disp_parts_a', paise: 100_000, resolution: null },
    { kind, reference: 'disp_parts_b', paise: 50_000, resolution: null },
  ]);
  // Heard of again, nothing is opened again.
  await contend('parts', 'b', 50_000, 'lost');
  const [first, second] = await differences(loan);
  await deciding(lab).clear(loan, first!.id, 'loss');
  expect(await books(loan)).toEqual({ A230: 50_000, E550: 100_000 });
  expect(await differences(loan)).toMatchObject([
    { paise: 0, resolution: 'loss' },
    { paise: 50_000, resolution: null },
  ]);
  await deciding(lab).clear(loan, second!.id, 'rail_returned');
  expect(await books(loan)).toEqual({ E550: 100_000 });
});

test('LEND-21: disputes that shared one difference before get their own, once', async () => {
  const loan = await aRepaid('shared');
  await contend('shared', 'a', 100_000, 'lost');
  await contend('shared', 'b', 50_000, 'lost');
  await lab.owner.query("delete from reconciliation_breaks where reference = 'disp_shared_b'");
  const migration = await readFile(
    new URL('../../../../../../db/migrations/0055_a_difference_for_each_dispute.sql', import.meta.url),
    'utf8',
  );
  await lab.owner.query(migration);
  await lab.owner.query(migration);
  expect(await differences(loan)).toMatchObject([
    { reference: 'disp_shared_a', paise: 100_000 },
    { reference: 'disp_shared_b', paise: 50_000, kind: 'chargeback_partial' },
  ]);
});

test('LEND-16 journal 34: what a bank says of one answer is not taken for its word on the next', async () => {
  const loan = await aRepaid('again');
  await contend('again', 'a', 100_000, 'open');
  const { rows } = await lab.owner.query<{ id: string }>(
    "select id from chargebacks where dispute_ref = 'disp_again_a'",
  );
  const ids = { userId: loan.userId, id: rows[0]!.id };
  const say = async () => {
    const now = lab.clock.now();
    const said = { response: 'representing', by: idOf('staff'), summarySealed: null } as const;
    await lab.worker.forUser(loan.userId, (tx) => answers.say(tx, ids, said, now, now));
    return (await lab.worker.plain((tx) => answers.findUnsaid(tx, 'disp_again_a')))!;
  };
  const settle = (unsaid: answers.Unsaid, outcome: Parameters<typeof answers.settleSaid>[2]) =>
    lab.worker.forUser(loan.userId, (tx) => answers.settleSaid(tx, unsaid, outcome));
  const responseNow = async () =>
    (
      await lab.owner.query<{ response: string; response_refusal: string | null }>(
        'select response, response_refusal from chargebacks where id = $1',
        [ids.id],
      )
    ).rows[0]!;
  const first = await say();
  // Two jobs told the bank; by the word of one of them staff have said it again before the other comes back.
  await settle(first, { response: 'refused', refusal: 'BAD_REQUEST' });
  lab.set(new Date(lab.clock.now().getTime() + 60_000));
  const second = await say();
  await settle(first, { response: 'refused', refusal: 'BAD_REQUEST' });
  expect(await responseNow()).toEqual({ response: 'representing', response_refusal: null });
  await settle(second, { response: 'represented' });
  expect(await responseNow()).toEqual({ response: 'represented', response_refusal: null });
});

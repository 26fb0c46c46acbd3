import { afterAll, beforeAll, expect, test } from 'vitest';
import { reversePayment } from '#features/reconciliation/reconciliation.unwind.ts';
import { reverseRepayment } from '#features/repayments/index.ts';
import { deciding } from '#test/deciding.ts';
import { EMI3, idOf, type Lab, type LabLoan, openLab } from '#test/lending-lab.ts';
import { EXCESS, overpaying, PAID } from '#test/overpaying.ts';
import { ProviderTimeout } from '#providers/index.ts';
import { pursueRefund } from './refunds.service.ts';

/** Refunds of money that a payer's bank disputes. */
let lab: Lab;
const does = overpaying(() => lab);
const {
  overpaid,
  refundsOf,
  statusesOf,
  books,
  differencesOf,
  pursueAll,
  pursueThrice,
  tell,
  later,
  restart,
} = does;
beforeAll(async () => {
  lab = await openLab();
});
afterAll(async () => {
  expect(await lab.broken()).toEqual([]);
  await lab.close();
});

test('LEND-16 journal 23: given a dispute before a refund left, then it waits, and leaves when the dispute is won', async () => {
  const loan = await overpaid('waits');
  await tell('waits', 'open');
  expect(await pursueAll(loan)).toBe(0);
  later(24 * 9);
  expect([await pursueAll(loan), await differencesOf(loan)]).toEqual([0, []]);
  await tell('waits', 'won');
  expect([await pursueAll(loan), await statusesOf(loan)]).toEqual([1, ['processed']]);
});

test('LEND-16 journal 23: given a refund that may have left before a dispute, then it is looked for, not sent again', async () => {
  const loan = await overpaid('looks');
  const [refund] = await refundsOf(loan);
  await does.markSent(loan, refund!.id);
  await tell('looks', 'open');
  expect([await pursueAll(loan), await statusesOf(loan)]).toEqual([0, ['processing']]);
  await tell('looks', 'lost');
  expect([await pursueAll(loan), await statusesOf(loan)]).toEqual([0, ['processing']]);
  expect([await pursueAll(loan, [refund!.id]), await statusesOf(loan)]).toEqual([0, ['processed']]);
});

/** Looks for the refund of a loan at a rail that answers with an empty list, or not at all; answers where it stands then. */
async function lookAt(loan: LabLoan, answer: 'empty' | 'silent'): Promise<string> {
  const silent = new ProviderTimeout({ provider: 'razorpay', op: 'refundsOf', message: 'no' });
  const refundsOfPayment = () => (answer === 'silent' ? Promise.reject(silent) : Promise.resolve([]));
  const deps = {
    ...lab.deps,
    providers: { collection: { refundsOf: refundsOfPayment } },
    log: { warn() {} },
  };
  const [refund] = await refundsOf(loan);
  await pursueRefund(deps as never, { userId: loan.userId, refundId: refund!.id });
  return (await statusesOf(loan))[0]!;
}

const sentBefore = async (name: string, disputedPaise: number) => {
  const loan = await overpaid(name);
  const [refund] = await refundsOf(loan);
  await does.markSent(loan, refund!.id);
  await tell(name, 'open', disputedPaise);
  await tell(name, 'lost', disputedPaise);
  return loan;
};

test('LEND-16 journal 34: given a lost dispute, when the rail does not show a request a day after it, then that refund ends', async () => {
  const loan = await sentBefore('unseen', PAID);
  later(23);
  expect([await pursueThrice(loan), await statusesOf(loan)]).toEqual([0, ['processing']]);
  later(1);
  expect([await pursueThrice(loan), await refundsOf(loan)]).toMatchObject([
    0,
    [{ status: 'failed', reason: 'charged_back' }],
  ]);
  expect(await books(loan)).toEqual({});
});

test('LEND-16 journal 34: given a lost dispute, when one list a day after a request is empty by mistake, then its refund stands', async () => {
  const loan = await sentBefore('mistaken', PAID);
  const [refund] = await refundsOf(loan);
  later(24);
  const minutesToNext = async () => {
    const { rows } = await lab.owner.query<{ at: Date }>(
      'select next_look_at as at from refunds where id = $1',
      [refund!.id],
    );
    return (rows[0]!.at.getTime() - lab.clock.now().getTime()) / 60_000;
  };
  for (let time = 0; time < 2; time += 1) {
    expect([await pursueAll(loan), await statusesOf(loan)]).toEqual([0, ['processing']]);
    expect(await minutesToNext()).toBe(5);
    later(1 / 12);
  }
  expect([await pursueAll(loan, [refund!.id]), await statusesOf(loan)]).toEqual([0, ['processed']]);
});

test('LEND-16 journal 34: given a request that was sent again, when its dispute is lost, then its day counts from then', async () => {
  const loan = await overpaid('resent');
  const [refund] = await refundsOf(loan);
  await does.markSent(loan, refund!.id);
  later(30);
  await does.markSent(loan, refund!.id);
  await tell('resent', 'open');
  await tell('resent', 'lost');
  expect([await pursueThrice(loan), await statusesOf(loan)]).toEqual([0, ['processing']]);
  later(24);
  expect([await pursueThrice(loan), await statusesOf(loan)]).toEqual([0, ['failed']]);
});

test('LEND-16 journal 34: given looks in vain, when one between them fails, then they are not in a row', async () => {
  const loan = await sentBefore('silence', PAID);
  later(24);
  expect(await lookAt(loan, 'empty')).toBe('processing');
  for (const answer of ['empty', 'silent', 'empty', 'empty'] as const) {
    later(1 / 12);
    expect(await lookAt(loan, answer)).not.toBe('failed');
  }
  later(1 / 12);
  expect(await lookAt(loan, 'empty')).toBe('failed');
});

test('LEND-16 journal 34: given a dispute of a part that is lost, when a request turns out not to have left, then it pays', async () => {
  const loan = await sentBefore('halfway', EXCESS);
  expect([await pursueAll(loan), await statusesOf(loan)]).toEqual([0, ['processing']]);
  expect([await books(loan), await differencesOf(loan)]).toEqual([
    { A230: EXCESS, L311: -EXCESS },
    ['chargeback_partial'],
  ]);
  later(24);
  expect([await pursueThrice(loan), await statusesOf(loan)]).toEqual([0, ['failed', 'processed']]);
  expect([await books(loan), await differencesOf(loan)]).toEqual([{}, []]);
  expect([await restart(loan), await pursueAll(loan)]).toEqual([0, 0]);
});

test('LEND-16 journal 34: given a dispute of a part that is lost, when a request had left, then the part is for staff', async () => {
  const loan = await sentBefore('both', EXCESS);
  const [refund] = await refundsOf(loan);
  expect([await pursueAll(loan, [refund!.id]), await statusesOf(loan)]).toEqual([0, ['processed']]);
  expect([await books(loan), await differencesOf(loan)]).toEqual([{ A230: EXCESS }, ['chargeback_partial']]);
});

test('LEND-16 journal 23: given a refused refund and a dispute, then none begins until the dispute is won', async () => {
  const loan = await overpaid('refused');
  const [refund] = await refundsOf(loan);
  await does.endRefund(loan, refund!.id, 'failed');
  await tell('refused', 'open');
  later(25);
  await pursueAll(loan);
  expect([await restart(loan), await statusesOf(loan)]).toEqual([0, ['failed']]);
  await tell('refused', 'won');
  expect(await statusesOf(loan)).toEqual(['failed', 'initiated']);
});

test('LEND-16 journal 34: given a lost dispute, then a refund that has not left never does, and nothing went twice', async () => {
  const loan = await overpaid('lost');
  await tell('lost', 'open');
  await tell('lost', 'lost');
  expect(await refundsOf(loan)).toMatchObject([{ status: 'failed', reason: 'charged_back' }]);
  later(25);
  expect([await pursueAll(loan), await statusesOf(loan)]).toEqual([0, ['failed']]);
  expect([await books(loan), await differencesOf(loan)]).toEqual([{}, []]);
});

test('LEND-16 journal 34: given a lost dispute of what was too much, then its payer has it, and nothing stands', async () => {
  const loan = await overpaid('part');
  await tell('part', 'open', EXCESS);
  await tell('part', 'lost', EXCESS);
  expect([await books(loan), await differencesOf(loan)]).toEqual([{}, []]);
  later(25);
  await does.start(loan);
  expect([await restart(loan), await pursueAll(loan), await statusesOf(loan)]).toEqual([
    0,
    0,
    ['failed', 'processed'],
  ]);
});

test('LEND-16 journal 34: given a lost dispute of less than was too much, then the rest goes back by itself', async () => {
  const loan = await overpaid('less');
  await tell('less', 'open', 50_000);
  await tell('less', 'lost', 50_000);
  expect(await differencesOf(loan)).toEqual([]);
  expect(await pursueAll(loan)).toBe(1);
  expect([await books(loan), await statusesOf(loan)]).toEqual([{}, ['failed', 'processed', 'processed']]);
});

test('LEND-16 journal 34: given a lost dispute of more than was too much, then what is left of it is for staff', async () => {
  const loan = await overpaid('more');
  await tell('more', 'open', 100_000);
  await tell('more', 'lost', 100_000);
  const rest = 100_000 - EXCESS;
  expect([await books(loan), await differencesOf(loan)]).toEqual([{ A230: rest }, ['chargeback_partial']]);
  expect(await restart(loan)).toBe(0);
  await tell('more', 'won', 100_000);
  expect([await books(loan), await differencesOf(loan)]).toEqual([{ L311: -EXCESS }, []]);
  expect([await pursueAll(loan), await books(loan)]).toEqual([1, {}]);
});

test('LEND-16 journal 34: given a lost dispute that staff gave up, when it is won after all, then the money is a difference', async () => {
  const loan = await overpaid('given up');
  await tell('given up', 'lost', 100_000);
  const [found] = await does.openDifferences(loan);
  await deciding(lab).clear(loan, found!.id, 'loss');
  expect(await books(loan)).toEqual({ E550: 100_000 - EXCESS });
  await tell('given up', 'won', 100_000);
  expect([await books(loan), await differencesOf(loan)]).toEqual([
    { A230: EXCESS - 100_000, E550: 100_000 - EXCESS, L311: -EXCESS },
    ['chargeback_unclear'],
  ]);
});

test('LEND-16 journal 34, LEND-21: given a difference of a dispute, when a later round leaves money, then that is a difference, too', async () => {
  const loan = await overpaid('rounds');
  const rest = 100_000 - EXCESS;
  const giveUp = async (id: string) => deciding(lab).clear(loan, id, 'loss');
  await tell('rounds', 'lost', 100_000);
  await giveUp((await does.openDifferences(loan))[0]!.id);
  await tell('rounds', 'won', 100_000);
  const [first] = await does.openDifferences(loan);
  await tell('rounds', 'lost', 100_000);
  expect([await books(loan), await differencesOf(loan)]).toEqual([
    { E550: rest },
    ['chargeback_unclear', 'chargeback_partial'],
  ]);
  await giveUp((await does.openDifferences(loan))[1]!.id);
  await tell('rounds', 'won', 100_000);
  expect([await books(loan), await differencesOf(loan)]).toEqual([
    { A230: -2 * rest, E550: 2 * rest, L311: -EXCESS },
    ['chargeback_unclear', 'chargeback_unclear'],
  ]);
  // Heard again, and the one before cleared: neither opens or ends another's.
  await tell('rounds', 'won', 100_000);
  await giveUp(first!.id);
  expect([(await books(loan)).A230, await differencesOf(loan)]).toEqual([-rest, ['chargeback_unclear']]);
  await giveUp((await does.openDifferences(loan))[0]!.id);
  expect([await books(loan), await differencesOf(loan)]).toEqual([{ L311: -EXCESS }, []]);
});

test('LEND-16 journal 34: given a dispute whose repayment was taken back, when it is won after all, then what is too much goes back', async () => {
  const loan = await overpaid('turned');
  await tell('turned', 'lost');
  await tell('turned', 'won');
  expect([await books(loan), await differencesOf(loan)]).toEqual([{ L311: -EXCESS }, []]);
  expect([await pursueAll(loan), await books(loan)]).toEqual([1, {}]);
});

test('LEND-16 journal 34: given a bill that came back and a lost dispute of its repayment, then its payer has all of it', async () => {
  const loan = await lab.lend('back l', EMI3);
  await lab.credit(loan, 'back', 520_000, lab.clock.now());
  const payment = { userId: loan.userId, paymentId: loan.loanId };
  await lab.worker.forUser(loan.userId, (tx) => reversePayment(lab.deps, tx, payment, {}));
  await tell('back', 'open', 520_000);
  await tell('back', 'lost', 520_000);
  expect([await books(loan), await differencesOf(loan)]).toEqual([{}, []]);
  expect([await restart(loan), await pursueAll(loan)]).toEqual([0, 0]);
});

test('LEND-16 journal 34: given a bill that came back while its repayment is disputed, then that is not returned', async () => {
  const loan = await lab.lend('unwound l', EMI3);
  await lab.credit(loan, 'unwound', 520_000, lab.clock.now());
  await tell('unwound', 'open', 520_000);
  const payment = { userId: loan.userId, paymentId: loan.loanId };
  await lab.worker.forUser(loan.userId, (tx) => reversePayment(lab.deps, tx, payment, {}));
  expect(await statusesOf(loan)).toEqual([]);
  await tell('unwound', 'won', 520_000);
  expect(await statusesOf(loan)).toEqual(['initiated']);
});

test('given a repayment that its bank returns without a dispute, then a refund that has not left never does', async () => {
  const loan = await overpaid('returned');
  const ids = { userId: loan.userId, repaymentId: idOf('repayment returned') };
  const reversed = await lab.worker.forUser(loan.userId, (tx) =>
    reverseRepayment(tx, ids, 'returned_by_bank', lab.clock.now()),
  );
  expect(reversed?.returnedPaise).toBe(0);
  expect([await pursueAll(loan), await statusesOf(loan)]).toEqual([0, ['failed']]);
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import { EMI3, idOf, type Lab, type LabLoan, openLab } from '#test/lending-lab.ts';
import { EXCESS, overpaying, PAID } from '#test/overpaying.ts';
import { findRefund } from './refunds.repo.ts';
import { pursueRefund } from './refunds.service.ts';
import { transferApproval } from './refunds.transfer.ts';

/** Refunds that payers' banks refuse, and the differences that call staff to them. */
let lab: Lab;
const does = overpaying(() => lab);
const { overpaid, refundsOf, statusesOf, differencesOf, pursueAll, tell, later, restart } = does;
beforeAll(async () => {
  lab = await openLab();
});
afterAll(async () => {
  expect(await lab.broken()).toEqual([]);
  await lab.close();
});

/** An earlier repayment of a loan, in paise. */
const FIRST = 500_000;

/** The rail says the same of the newest refund of a loan, whatever it is asked. `meanwhile` comes to pass before its answer. */
async function rule(
  loan: LabLoan,
  status: 'failed' | 'pending',
  meanwhile?: () => Promise<unknown>,
): Promise<void> {
  const { id } = (await refundsOf(loan)).at(-1)!;
  const said = { receipt: id, amount: EXCESS, refundRef: `rfnd_${id}`, status };
  const refund = async () => {
    await meanwhile?.();
    return said;
  };
  const collection = { refundsOf: async () => [], refund };
  const deps = { ...lab.deps, providers: { collection }, log: { warn() {} } };
  await pursueRefund(deps as never, { userId: loan.userId, refundId: id });
}

async function refuse(loan: LabLoan, times: number): Promise<void> {
  for (let count = 0; count < times; count += 1) {
    await rule(loan, 'failed');
    later(25);
    await does.start(loan);
  }
}

/** The resolutions of the differences of a kind about a person's refunds; `open` for one without. */
async function resolutions({ userId }: LabLoan, kind: string): Promise<string[]> {
  const { rows } = await lab.owner.query<{ how: string }>(
    `select coalesce(resolution, 'open') as how from reconciliation_breaks where user_id = $1 and kind = $2 order by opened_at`,
    [userId, kind],
  );
  return rows.map(({ how }) => how);
}

test('LEND-21: given a refund refused three times, then its difference is not agreed away while its money is held', async () => {
  const loan = await overpaid('thrice');
  await refuse(loan, 3);
  expect([await statusesOf(loan), await differencesOf(loan)]).toEqual([
    ['failed', 'failed', 'failed'],
    ['refund_refused'],
  ]);
  const { rows } = await lab.owner.query<{ id: string; paise: number }>(
    `select id, break_standing(user_id, id)::integer as paise from reconciliation_breaks
     where user_id = $1 and resolved_at is null`,
    [loan.userId],
  );
  expect(rows).toMatchObject([{ paise: EXCESS }]);
  expect([await restart(loan), await pursueAll(loan)]).toEqual([1, 1]);
  expect(await resolutions(loan, 'refund_refused')).toEqual(['settled']);
});

test('LEND-16 journal 23: given a difference that staff agreed to, when its money is held still, then it opens again', async () => {
  const loan = await overpaid('agreed');
  await refuse(loan, 3);
  await lab.owner.query(
    "update reconciliation_breaks set resolved_at = now(), resolution = 'agreed' where user_id = $1",
    [loan.userId],
  );
  await does.start(loan);
  expect(await resolutions(loan, 'refund_refused')).toEqual(['agreed', 'open']);
});

test.each([
  ['all of it', PAID],
  ['a part above the excess', EXCESS + 10_000],
])(
  'LEND-21: given three refusals, when a lost dispute takes %s, then the difference ends, and won after all it is back',
  async (name, amountPaise) => {
    const loan = await overpaid(name);
    await refuse(loan, 3);
    await tell(name, 'open', amountPaise);
    expect(await resolutions(loan, 'refund_refused')).toEqual(['open']);
    await tell(name, 'lost', amountPaise);
    expect(await resolutions(loan, 'refund_refused')).toEqual(['taken_back']);
    await tell(name, 'won', amountPaise);
    expect(await resolutions(loan, 'refund_refused')).toEqual(['taken_back', 'open']);
  },
);

test('LEND-16 journal 23: given a transfer of our bank that waits for a second person, when a lost dispute takes its money, then the difference stays', async () => {
  const loan = await overpaid('sent');
  await refuse(loan, 3);
  const daysLater = (days: number) => new Date(lab.clock.now().getTime() + days * 86_400_000);
  await lab.owner.query(
    `insert into approvals (kind, object_id, subject_id, payload, reason, proposed_by, proposed_at, expires_at)
     values ('refund_transfer', $1, $2, '{}', 'They asked for it', $3, $4, $5)`,
    [loan.loanId, loan.userId, idOf('maker'), lab.clock.now(), daysLater(7)],
  );
  await tell('sent', 'open');
  await tell('sent', 'lost');
  expect(await resolutions(loan, 'refund_refused')).toEqual(['open']);
  lab.set(daysLater(7));
  await does.start(loan);
  expect(await resolutions(loan, 'refund_refused')).toEqual(['taken_back']);
});

test('LEND-21: given a dispute that was won after all, when the loan needs what was refused, then its difference is settled', async () => {
  const loan = await lab.lend('needed l', EMI3);
  await lab.credit(loan, 'first', FIRST, lab.clock.now());
  later(1);
  await lab.credit(loan, 'needed', PAID - FIRST, lab.clock.now());
  await refuse(loan, 3);
  for (const status of ['open', 'lost', 'won']) await tell('needed', status, EXCESS + 10_000);
  expect(await resolutions(loan, 'refund_refused')).toEqual(['taken_back', 'open']);
  for (const status of ['open', 'lost']) await tell('first', status, FIRST);
  expect(await resolutions(loan, 'refund_refused')).toEqual(['taken_back', 'settled']);
});

test('LEND-21: given a refund that takes long, when it ends, then its difference is settled', async () => {
  const loan = await overpaid('slow');
  later(24 * 6);
  await rule(loan, 'pending');
  expect(await differencesOf(loan)).toEqual(['refund_slow']);
  expect([await pursueAll(loan), await statusesOf(loan)]).toEqual([1, ['processed']]);
  expect(await resolutions(loan, 'refund_slow')).toEqual(['settled']);
});

test('LEND-21: given a refund that ends while the rail is asked about it, then no difference calls it slow', async () => {
  const loan = await overpaid('ended');
  later(24 * 6);
  const { id } = (await refundsOf(loan)).at(-1)!;
  await rule(loan, 'pending', () => does.endRefund(loan, id, 'processed'));
  expect([await statusesOf(loan), await differencesOf(loan)]).toEqual([['processed'], []]);
});

/** The refusals in a row of the repayment of a loan's first refund. */
async function refusalsOf(loan: LabLoan): Promise<number | undefined> {
  const [{ id: refundId } = { id: '' }] = await refundsOf(loan);
  const { userId } = loan;
  return (await lab.worker.forUser(userId, (tx) => findRefund(tx, { userId, refundId })))?.refusals;
}

test('LEND-16 journals 23 and 34: given three refusals, when a lost dispute takes a part, then the rest is not tried by itself', async () => {
  const loan = await overpaid('taken');
  await refuse(loan, 3);
  await tell('taken', 'open', 50_000);
  await tell('taken', 'lost', 50_000);
  later(25);
  await does.start(loan);
  expect([await statusesOf(loan), await refusalsOf(loan)]).toEqual([
    ['failed', 'failed', 'failed', 'processed'],
    3,
  ]);
  // Staff may: made, it shows that the rail's way is open.
  expect([await restart(loan), await pursueAll(loan), await refusalsOf(loan)]).toEqual([1, 1, 0]);
});

test('LEND-16 journal 23: given three refusals, when our bank transfers the excess, then the refusals of the rail still count', async () => {
  const loan = await overpaid('transferred');
  await refuse(loan, 3);
  const { userId, loanId: objectId } = loan;
  const payload = { amountPaise: EXCESS, reference: 'UTR000001', accountLast4: '4321' };
  const subject = { approvalId: idOf('transfer'), objectId, userId, payload, reason: 'They asked for it' };
  const decision = { decidedBy: idOf('checker'), now: lab.clock.now() };
  await lab.worker.forUser(userId, (tx) => transferApproval(lab.deps as never).apply(tx, subject, decision));
  expect([await statusesOf(loan), await refusalsOf(loan)]).toEqual([
    ['failed', 'failed', 'failed', 'processed'],
    3,
  ]);
});

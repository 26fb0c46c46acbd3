import { afterAll, beforeAll, expect, test } from 'vitest';
import { dispute } from '#test/disputing.ts';
import { EMI3, type Lab, type LabLoan, noonOf, openLab } from '#test/lending-lab.ts';
import { atTheRail, DAY } from '#test/rail-lab.ts';
import { followDispute } from './chargebacks.ts';

/** Disputes that the rail opens again after they were won: what its file tells of them, and what it says meanwhile. */
const PAISE = 520_000;

let lab: Lab;
const { settle } = atTheRail(() => lab);
beforeAll(async () => {
  lab = await openLab();
  lab.set(noonOf(DAY));
});
afterAll(async () => {
  expect(await lab.broken()).toEqual([]);
  await lab.close();
});

async function repaid(name: string): Promise<LabLoan> {
  const loan = await lab.lend(`${name} l`, EMI3);
  lab.set(noonOf(DAY));
  await lab.credit(loan, name, PAISE, lab.clock.now());
  return loan;
}

const stateOf = (name: string, status: string) => ({
  paymentRef: `pay_${name}`,
  disputeRef: `disp_${name}`,
  phase: 'chargeback',
  status,
  amount: PAISE,
  amountDeducted: PAISE,
  createdAt: lab.clock.now(),
});

const say = (name: string, status: string) =>
  dispute(lab, name, { paymentRef: `pay_${name}`, amountPaise: PAISE, isDeducted: true }, [status]);

async function rounds({ loanId }: LabLoan): Promise<string[]> {
  const { rows } = await lab.owner.query<{ status: string }>(
    'select status from chargebacks where loan_id = $1 order by round',
    [loanId],
  );
  return rows.map(({ status }) => status);
}

test('LEND-21: given a won dispute, when the file takes its money a second time, then the row waits until the rail says that it is lost', async () => {
  const loan = await repaid('twice');
  const row = (part: string, net: number) => ({
    kind: 'dispute' as const,
    entityRef: `adj_twice_${part}`,
    paymentRef: 'pay_twice',
    disputeRef: 'disp_twice',
    amount: PAISE,
    net,
  });
  await say('twice', 'open');
  await say('twice', 'won');
  const told = await settle([row('taken', -PAISE), row('back', PAISE), row('again', -PAISE)]);
  expect(told.toSorted()).toEqual(['matched', 'matched', 'waiting']);
  await say('twice', 'lost');
  lab.set(new Date(lab.clock.now().getTime() + 60_000));
  await settle([]);
  const { rows } = await lab.owner.query(
    "select state, count(*)::integer from settlement_rows where dispute_ref = 'disp_twice' group by 1",
  );
  expect(rows).toEqual([{ state: 'matched', count: 3 }]);
  expect(await rounds(loan)).toEqual(['won', 'lost']);
});

test('LEND-16 journal 34: given a word of the rail that is older than what is booked, then the rail is asked again', async () => {
  const loan = await repaid('older');
  await say('older', 'open');
  const words = ['open', 'won'];
  const getDispute = async () => {
    const status = words.shift()!;
    const state = stateOf('older', status);
    // Another worker hears that it is won while this answer is on its way.
    if (status === 'open') await say('older', 'won');
    return state;
  };
  const deps = { ...lab.deps, providers: { collection: { getDispute } }, log: { info() {}, warn() {} } };
  await followDispute(deps as never, { disputeRef: 'disp_older' });
  expect([words, await rounds(loan)]).toEqual([[], ['won']]);
});

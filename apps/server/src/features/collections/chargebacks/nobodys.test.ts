import { afterAll, beforeAll, expect, test } from 'vitest';
import { HOUSE_ID } from '#features/breaks.ts';
import { meetLostOf } from './nobodys.ts';
import { dispute } from '#test/disputing.ts';
import { holdMoney } from '#test/holding.ts';
import { type Lab, type LabLoan, noonOf, openLab } from '#test/lending-lab.ts';
import { atTheRail, DAY } from '#test/rail-lab.ts';

/** Disputes of money without an owner, beside the settlement file that took it and gave it back. */
const PAISE = 60_000;
const HOUSE = { userId: HOUSE_ID } as LabLoan;

let lab: Lab;
const { settle, unexplained, book } = atTheRail(() => lab);
beforeAll(async () => {
  lab = await openLab();
  lab.set(noonOf(DAY));
});
afterAll(async () => {
  expect(await lab.broken()).toEqual([]);
  await lab.close();
});

const say = (name: string, status: string) =>
  dispute(lab, name, { paymentRef: `pay_${name}`, amountPaise: PAISE, isDeducted: true }, [status]);

/** The row by which the rail takes the money of a dispute, or gives it back. */
const row = (name: string, net: number) => ({
  kind: 'dispute' as const,
  entityRef: `adj_${name}_${net > 0 ? 'back' : 'taken'}`,
  paymentRef: `pay_${name}`,
  disputeRef: `disp_${name}`,
  amount: PAISE,
  net,
});

/** A row is looked at once in a while. */
const later = () => lab.set(new Date(lab.clock.now().getTime() + 60_000));

/** The books of the house since a test began. */
async function books(): Promise<Record<string, number>> {
  const { rows } = await lab.owner.query<{ account: string; paise: string }>(
    `select account, sum(amount_paise)::text as paise from postings where user_id = house_id()
     group by 1 having sum(amount_paise) <> 0`,
  );
  return Object.fromEntries(rows.map(({ account, paise }) => [account, Number(paise)]));
}

async function since(before: Record<string, number>): Promise<Record<string, number>> {
  const after = await books();
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const moved = names.map((name) => [name, (after[name] ?? 0) - (before[name] ?? 0)] as const);
  return Object.fromEntries(moved.filter(([, paise]) => paise !== 0));
}

test('LEND-16 journal 34: given money without an owner, when its bank takes it, then the file and the books agree', async () => {
  const before = await books();
  await holdMoney(lab, 'taken', PAISE);
  await say('taken', 'open');
  expect(await settle([row('taken', -PAISE)])).toEqual(['waiting']);
  await say('taken', 'lost');
  later();
  expect(await settle([])).toEqual([]);
  expect(await stateOf('adj_taken_taken')).toBe('matched');
  expect(await since(before)).toEqual({ A100: -PAISE, A120: PAISE });
});

test('LEND-16 journal 34: given a dispute that is won at once, then both rows of the file are its own and nothing is booked', async () => {
  const before = await books();
  await holdMoney(lab, 'won', PAISE);
  await say('won', 'open');
  await settle([row('won', -PAISE)]);
  await say('won', 'won');
  later();
  expect(await settle([row('won', PAISE)])).toEqual(['matched']);
  expect(await stateOf('adj_won_taken')).toBe('matched');
  expect(await since(before)).toEqual({ A120: PAISE, L320: -PAISE });
});

test('LEND-21: given a dispute that was won after it was lost, when the file takes its money again, then staff are shown the row', async () => {
  await holdMoney(lab, 'again', PAISE);
  await say('again', 'lost');
  expect(await settle([row('again', -PAISE)])).toEqual(['matched']);
  await say('again', 'won');
  later();
  expect(await settle([row('again', PAISE)])).toEqual(['matched']);
  later();
  expect(await settle([{ ...row('again', -PAISE), entityRef: 'adj_again_anew' }])).toEqual(['waiting']);
  await lab.owner.query("delete from settlement_rows where entity_ref = 'adj_again_anew'");
});

test('LEND-21: given a dispute that is not decided, then the row that took its money cannot be given up', async () => {
  await holdMoney(lab, 'undecided', PAISE);
  await say('undecided', 'open');
  await settle([row('undecided', -PAISE)]);
  const id = await unexplained('adj_undecided_taken', PAISE);
  const { rows } = await lab.owner.query('select break_underway($1, $2) as underway', [HOUSE_ID, id]);
  expect(rows).toEqual([{ underway: true }]);
});

test('LEND-16 journal 36: given a row that staff gave up before its dispute was known, when that is lost, then it is no loss', async () => {
  const before = await books();
  await holdMoney(lab, 'known-late', PAISE);
  await settle([row('known-late', -PAISE)]);
  await book(HOUSE, await unexplained('adj_known-late_taken', PAISE), 'loss');
  expect(await since(before)).toEqual({ A100: -PAISE, A120: PAISE, E550: PAISE, L320: -PAISE });
  await say('known-late', 'lost');
  expect(await since(before)).toEqual({ A100: -PAISE, A120: PAISE });
});

test('LEND-16 journal 34: given money that the rail tells of after its dispute was lost, then it is not kept', async () => {
  const before = await books();
  await say('unheard', 'lost');
  expect(await since(before)).toEqual({ A100: -PAISE, A230: PAISE });
  await holdMoney(lab, 'unheard', PAISE);
  await lab.worker.plain((tx) => meetLostOf(tx, 'pay_unheard', lab.clock.now()));
  expect(await since(before)).toEqual({ A100: -PAISE, A120: PAISE });
});

async function stateOf(entityRef: string): Promise<string | undefined> {
  const { rows } = await lab.owner.query<{ state: string }>(
    'select state from settlement_rows where entity_ref = $1',
    [entityRef],
  );
  return rows[0]?.state;
}

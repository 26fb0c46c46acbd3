import { addDays, type BusinessDate, businessDate } from '@mohlat/money';
import { afterEach, expect, test } from 'vitest';
import { runEndOfDay } from './end-of-day.service.ts';
import { createLog } from '#platform/log/log.ts';
import { idOf, type Lab, type LabLoan, noonOf, openLab } from '#test/lending-lab.ts';

const START = businessDate('2026-02-01');
const CLOSED = businessDate('2026-02-10');
/** The day at whose close something happens to another borrower's loan. */
const MEANWHILE = businessDate('2026-02-12');
const END = businessDate('2026-02-14');
const TERMS = { billPaise: 900_000, instalments: 3 };
/** A run that looks so often at one day goes round. */
const LOOKS_MAX = 50;

let lab: Lab;
afterEach(() => lab.close());

/**
 * Two people's loans of the first of the month, closed through the tenth without a write since their first day. The other person has
 * a second loan, so that the twelfth has something to close.
 */
async function twoPeople(): Promise<LabLoan> {
  lab = await openLab();
  const loan = await lab.lend('a l1', { ...TERMS, disbursedOn: START });
  await lab.lend('b l1', { ...TERMS, disbursedOn: START });
  lab.set(noonOf(addDays(CLOSED, 1)));
  await close(CLOSED);
  await lab.lend('b l2', { ...TERMS, disbursedOn: MEANWHILE });
  lab.set(noonOf(addDays(END, 1)));
  return loan;
}

/** Closes days; `meanwhile` is done and over after people's loans are closed on that day, and before the run looks who is left. */
async function close(throughOn: BusinessDate, meanwhile?: () => Promise<unknown>): Promise<void> {
  let done: Promise<unknown> | undefined;
  let looks = 0;
  const worker: Lab['worker'] = {
    ...lab.worker,
    async plain(work) {
      await done;
      return lab.worker.plain(work);
    },
  };
  const deps = { worker, clock: lab.clock, log: createLog('silent') };
  await runEndOfDay(deps, throughOn, {
    onProgress({ day }) {
      looks += 1;
      if (looks > LOOKS_MAX) throw new Error(`the close goes round on ${day}`);
      if (day === MEANWHILE) done ??= meanwhile?.();
    },
  });
}

async function expectAllClosed(): Promise<void> {
  const { rows } = await lab.owner.query<{ on: string }>(
    'select distinct loan_closed_through(d.closed_through_on, d.next_on)::text as on from loan_days d',
  );
  expect(rows).toEqual([{ on: END }]);
  expect(await lab.broken()).toEqual([]);
}

test("LEND-B2, LEND-C9: a bill that is paid while a day is closed holds up no run, and its owner's other loan is closed too", async () => {
  await twoPeople();
  await close(END, async () => {
    await lab.lend('a l2', { ...TERMS, disbursedOn: END });
    lab.set(noonOf(addDays(END, 1)));
  });
  await expectAllClosed();
});

test('LEND-B2, LEND-23: a hardship whose telling lasts longer than the close of a day holds up no run', async () => {
  const { userId, loanId } = await twoPeople();
  const teller = await lab.owner.connect();
  try {
    await teller.query('begin');
    await teller.query(
      `insert into hardships (user_id, id, loan_id, reason, created_at, from_on, until_on)
       values ($1, $2, $3, 'illness', $4, $5, $6)`,
      [userId, idOf('hardship'), loanId, lab.clock.now(), END, addDays(END, 30)],
    );
    await close(END, () => teller.query('commit'));
  } finally {
    teller.release();
  }
  await expectAllClosed();
});

import { railTook } from '@mohlat/lending';
import { businessDate, paise, ZERO_PAISE } from '@mohlat/money';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { HOUSE_ID } from '#features/breaks.ts';
import { type Lab, noonOf, openLab } from '#test/lending-lab.ts';
import { bookJournals } from './index.ts';

const DAY = businessDate('2027-01-16');

let lab: Lab;
beforeAll(async () => {
  lab = await openLab();
  // The day of the books is open.
  await lab.lend('opener l', { billPaise: 1_500_000, instalments: 3, disbursedOn: DAY });
  lab.set(noonOf(DAY));
});
afterAll(() => lab.close());

/** Money at the rail that names no payment of ours. */
function took(reference: string, amount: number) {
  const nobody = {
    paymentId: null,
    verdict: 'not_ours',
    billPaise: null,
    promisedPaise: ZERO_PAISE,
  } as const;
  return { userId: HOUSE_ID, journal: railTook({ ...nobody, reference, amountPaise: paise(amount) }, DAY) };
}

const booked = (...journals: ReturnType<typeof took>[]) =>
  lab.worker.plain((tx) => bookJournals(tx, journals, lab.clock.now()));

async function float(): Promise<number> {
  const { rows } = await lab.owner.query<{ paise: number }>(
    "select coalesce(sum(amount_paise), 0)::bigint as paise from postings where user_id = $1 and account = 'A105'",
    [HOUSE_ID],
  );
  return rows[0]!.paise;
}

test('LEND-16: given a journal twice in one call, then it is booked once, and again changes nothing', async () => {
  await booked(took('R1', 40_000), took('R2', 5_000), took('R1', 40_000));
  expect(await float()).toBe(-45_000);
  await booked(took('R1', 40_000));
  expect(await float()).toBe(-45_000);
});

test('LEND-16: given two journals of one source with other lines in one call, then nothing is booked', async () => {
  await expect(booked(took('R3', 40_000), took('R3', 30_000))).rejects.toThrow('one source');
  expect(await float()).toBe(-45_000);
});

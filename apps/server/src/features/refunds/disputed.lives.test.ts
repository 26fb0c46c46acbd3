import { RAIL_MIN_PAISE } from '@mohlat/lending';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deciding } from '#test/deciding.ts';
import { type Lab, type LabLoan, openLab } from '#test/lending-lab.ts';
import { EXCESS, overpaying, PAID } from '#test/overpaying.ts';

/** Lives of money that is too much while its payer's bank demands it back, drawn by a seed. */
let lab: Lab;
const does = overpaying(() => lab);
beforeAll(async () => {
  lab = await openLab();
});
afterAll(async () => {
  expect(await lab.broken()).toEqual([]);
  await lab.close();
});

const PARTS = [PAID, EXCESS, EXCESS - 20_000, EXCESS + 30_000];
const STEPS = [
  'open',
  'lost',
  'won',
  'clear',
  'sent',
  'made',
  'refused',
  'goes on',
  'a day',
  'again',
] as const;

/** The n-th of a fixed row of numbers that look random. */
function drawn(seed: number, n: number, below: number): number {
  let x = (seed * 7_919 + n * 104_729 + 1) >>> 0;
  for (let turn = 0; turn < 3; turn += 1) {
    x ^= (x << 13) >>> 0;
    x ^= x >>> 17;
    x = (x ^ (x << 5)) >>> 0;
  }
  return x % below;
}

async function step(name: string, loan: LabLoan, part: number, what: (typeof STEPS)[number]): Promise<void> {
  const [underWay] = (await does.refundsOf(loan)).filter(
    ({ status }) => status !== 'processed' && status !== 'failed',
  );
  switch (what) {
    case 'open':
    case 'lost':
    case 'won':
      return does.tell(name, what, part);
    case 'clear': {
      const [found] = await does.openDifferences(loan);
      const { A230 = 0 } = await does.books(loan);
      if (found && A230 > 0) await deciding(lab).clear(loan, found.id, 'loss');
      return;
    }
    case 'sent':
      if (underWay) await does.markSent(loan, underWay.id);
      return;
    case 'made':
      if (underWay?.status === 'processing') await does.pursueAll(loan, [underWay.id]);
      return;
    case 'refused':
      if (underWay?.status === 'processing') await does.endRefund(loan, underWay.id, 'failed');
      return;
    case 'goes on':
      await does.pursueAll(loan);
      return;
    case 'a day':
      return does.later(25);
    case 'again':
      await does.restart(loan);
  }
}

/** The rail has spoken last, and everything that goes on by itself has gone on. */
async function settle(loan: LabLoan): Promise<void> {
  for (let turn = 0; turn < 4; turn += 1) {
    does.later(25);
    await does.pursueThrice(loan);
    await does.start(loan);
  }
  await does.pursueAll(loan);
}

test.each(Array.from({ length: 24 }, (_, seed) => seed))(
  'LEND-16 journal 34: given a drawn life of a dispute (%i), when it is over, then nothing is owed, or it is a difference',
  async (seed) => {
    const name = `life-${seed}`;
    const loan = await does.overpaid(name);
    const part = PARTS[seed % PARTS.length]!;
    const lived: string[] = [];
    for (let n = 0; n < 10; n += 1) {
      const what = STEPS[drawn(seed, n, STEPS.length)]!;
      lived.push(what);
      await step(name, loan, part, what);
    }
    const last = drawn(seed, 10, 2) === 0 ? 'won' : 'lost';
    await does.tell(name, last, part);
    await settle(loan);
    const { L310 = 0, L311 = 0, A230 = 0 } = await does.books(loan);
    const open = await does.differencesOf(loan);
    const story = [...lived, last, open.join(' ')].join(', ');
    // Three refusals leave it to staff, who are told.
    expect(open.includes('refund_refused') || -L310 < RAIL_MIN_PAISE, `${story}: ${L310} owed`).toBe(true);
    expect(L311, story).toBe(0);
    expect(A230 === 0 || open.length > 0, `${story}: ${A230} disputed`).toBe(true);
  },
);

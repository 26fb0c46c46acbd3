import { businessDate } from '@mohlat/money';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { OPEN_BOOKS } from './breaches.ts';
import { type Lab, openLab } from './lending-lab.ts';
import { brokenInvariants } from './prover.ts';

let lab: Lab;
beforeAll(async () => {
  lab = await openLab();
});
afterAll(() => lab.close());

test('given clean books, when a posting changes, then the same prover names the invariants', async () => {
  await lab.lend('p l1', { billPaise: 300_000, instalments: 1, disbursedOn: businessDate('2027-01-15') });
  expect(await brokenInvariants(lab.url)).toEqual([]);
  await lab.owner.query(
    `${OPEN_BOOKS} update postings set amount_paise = amount_paise + 1 where account = 'A200'`,
  );
  const [journal, kept] = await brokenInvariants(lab.url);
  expect([journal, kept]).toMatchObject([
    { id: 'I01', count: 1 },
    { id: 'I03', count: 1 },
  ]);
});

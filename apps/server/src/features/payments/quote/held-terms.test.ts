import type { Quote } from '@mohlat/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '#test/harness.ts';
import type { Person } from '#test/person.ts';
import { advance, signInAgain, somebody } from '#test/steps.ts';

/** Key facts that a person was shown, and terms that change before they accept. */
let server: TestServer;
let asha: Person;
let card: string;
beforeAll(async () => {
  server = await startTestServer();
  asha = await somebody(server).ready();
  card = (await asha.addCard()).id;
});
afterAll(() => server.stop());

const quote = (amountPaise: number, instalments: number) =>
  asha.ok<Quote>('POST', '/payments/quote', {
    cardId: card,
    amountPaise,
    plan: { kind: 'emi', instalments },
  });

/** A version in force from now on, with another fee. */
async function setFee(version: number, feeBps: number): Promise<void> {
  await server.sql.query(
    `insert into settings (version, effective_at, content)
     select $1, $2, jsonb_set(content, '{fee,feeBps}', to_jsonb($3::integer)) from settings where version = 1`,
    [version, new Date(server.now() + 1), feeBps],
  );
  await advance(server, 'PT1S');
}

test('LEND-K5: given key facts that a person was shown, when terms are dearer, then a renewed price has theirs for three working days', async () => {
  const shown = await quote(500_000, 3);
  await setFee(2, 400);
  const renewed = await quote(500_000, 3);
  expect(renewed.quoteId).not.toBe(shown.quoteId);
  expect(renewed).toMatchObject({
    serviceFeePaise: shown.serviceFeePaise,
    totalAmountPaise: shown.totalAmountPaise,
  });
  expect(renewed.options.find(({ instalmentCount }) => instalmentCount === 3)).toMatchObject({
    totalAmountPaise: shown.totalAmountPaise,
  });
  expect((await quote(500_000, 3)).serviceFeePaise).toBe(shown.serviceFeePaise);
  // Nothing was shown of another plan or amount.
  const dearer = shown.serviceFeePaise * 2;
  const single = renewed.options.find(({ instalmentCount }) => instalmentCount === 1);
  expect(single?.totalAmountPaise).toBe(500_000 + dearer);
  expect((await quote(500_100, 3)).serviceFeePaise).toBeGreaterThan(shown.serviceFeePaise);
  const paid = await asha.ok<{ id: string; serviceFeePaise: number }>(
    'POST',
    '/payments',
    { quoteId: renewed.quoteId, acceptKeyFacts: true },
    { 'idempotency-key': `held ${renewed.quoteId}` },
  );
  expect(paid.serviceFeePaise).toBe(shown.serviceFeePaise);
  // Nine days have more than three working days, whichever day it is.
  await advance(server, 'P9D');
  await signInAgain(asha);
  expect((await quote(500_000, 3)).serviceFeePaise).toBe(dearer);
});

test('LEND-K5: given key facts that a person was shown, when terms cost less, then a renewed price has those of today', async () => {
  const shown = await quote(700_000, 3);
  await setFee(3, 100);
  expect((await quote(700_000, 3)).totalAmountPaise).toBeLessThan(shown.totalAmountPaise);
});

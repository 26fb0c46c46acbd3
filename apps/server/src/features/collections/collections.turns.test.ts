import { afterAll, beforeAll, expect, test } from 'vitest';
import { brokenInvariants, startTestServer, type TestServer } from '#test/harness.ts';
import { until } from '#test/person.ts';
import { advance, drained } from '#test/steps.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

/** More than are asked about in one turn. */
const STUCK = 600;

/** The stray's row of the settlement file, and whether its money is kept by now. */
async function look(paymentRef: string): Promise<{ lookedAt: Date | null; isKept: boolean } | undefined> {
  const { rows } = await server.sql.query<{ lookedAt: Date | null; isKept: boolean }>(
    `select s.looked_at as "lookedAt",
       exists (select 1 from unidentified_receipts u where u.payment_ref = s.payment_ref) as "isKept"
     from settlement_rows s where s.payment_ref = $1`,
    [paymentRef],
  );
  return rows[0];
}

test('LEND-20: money without an owner is kept, however many older rows wait for good', async () => {
  // From its first reading on, no day of the file is left out.
  await until(async () => {
    const { rowCount } = await server.sql.query('select 1 from settlement_reads');
    return rowCount ? true : undefined;
  });
  // A reading that ends after the clock has moved counts as one of the later day, and the next one is far.
  await drained();
  const { paymentId } = await server.control<{ paymentId: string }>('POST', '/act', {
    what: 'stray_payment',
    amountPaise: 50_000,
    with: 'success@razorpay',
  });
  await advance(server, 'P3D');
  await until(async () => ((await look(paymentId))?.lookedAt ? true : undefined));
  await server.sql.query(
    `insert into settlement_rows (id, provider, row_hash, settled_on, settlement_ref, kind, entity_ref, amount_paise, fee_paise,
       tax_paise, credit_paise, debit_paise, occurred_at, read_at)
     select lpad(n::text, 32, '0')::uuid, s.provider, sha256(n::text::bytea), s.settled_on, s.settlement_ref, 'refund',
       'rfnd_' || n, 100, 0, 0, 0, 100, s.occurred_at, s.read_at
     from settlement_rows s, generate_series(1, $2) as n where s.payment_ref = $1`,
    [paymentId, STUCK],
  );
  for (let turn = 0; turn < 3; turn += 1) {
    const before = (await look(paymentId))!.lookedAt!;
    await advance(server, 'PT11M');
    await until(async () => {
      const { lookedAt, isKept } = (await look(paymentId))!;
      return isKept || lookedAt! > before ? true : undefined;
    });
  }
  await until(async () => ((await look(paymentId))!.isKept ? true : undefined));
  expect(await brokenInvariants(server.databaseUrl)).toEqual([]);
});

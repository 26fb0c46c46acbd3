import { afterAll, beforeAll, expect, test } from 'vitest';
import { brokenInvariants, startTestServer, type TestServer } from '#test/harness.ts';
import { until } from '#test/person.ts';
import { advance, clearFaults, drained, fault } from '#test/steps.ts';

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

test('LEND-21: given a reading that ends on the next day, then the file of that day is read, too', async () => {
  await drained();
  const newest = async () => {
    const { rows } = await server.sql.query<{ on: string }>(
      'select max(read_on)::text as on from settlement_reads',
    );
    return rows[0]!.on;
  };
  await fault(server, 'razorpay', 'settlement_recon', { held: true }, 'always');
  await advance(server, 'P1D');
  await until(async () => {
    const { rowCount } = await server.sql.query(
      "select 1 from graphile_worker.jobs where task_identifier = 'collections.read' and locked_at is not null",
    );
    return rowCount ? true : undefined;
  });
  const [begunOn] = new Date(server.now()).toISOString().split('T');
  await advance(server, 'P1D');
  await clearFaults(server);
  const [nextOn] = new Date(server.now()).toISOString().split('T');
  await until(async () => ((await newest()) === nextOn ? true : undefined));
  const { rows } = await server.sql.query('select 1 from settlement_reads where read_on = $1', [begunOn]);
  expect(rows).toHaveLength(1);
});

test('LEND-20: money without an owner is kept, however many older rows wait for good', async () => {
  // From its first reading on, no day of the file is left out.
  await until(async () => {
    const { rowCount } = await server.sql.query('select 1 from settlement_reads');
    return rowCount ? true : undefined;
  });
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

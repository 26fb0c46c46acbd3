import type { Problem } from '@mohlat/contract';
import { istDate } from '@mohlat/money';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '#test/harness.ts';
import { type Person, type Reply, until } from '#test/person.ts';
import { promote } from '#test/recordings.ts';
import { drained, somebody, statusesOf } from '#test/steps.ts';

let server: TestServer;
let finance: Person;

beforeAll(async () => {
  server = await startTestServer();
  finance = await promote(server, await somebody(server).signUp(), { roles: ['finance'] });
});
afterAll(() => server.stop());

const said = (reply: Reply<unknown>) => [reply.status, (reply.body as Problem).code];

/** The advisory lock under which rows of the audit log are written one after the other: audit_write.sql. */
const AUDIT_LOCK = 715_002;

test('given three files that are being written, when a colleague asks for one more, then neither payments, books nor a bureau report begin it', async () => {
  const colleague = await promote(server, await somebody(server).signUp(), { roles: ['finance'] });
  const holder = await server.sql.connect();
  try {
    await holder.query(`begin; select pg_advisory_xact_lock(${AUDIT_LOCK})`);
    // Each holds its place while it waits for its row in the audit log.
    const files = [1, 2, 3].map(() => finance.call<string>('GET', '/admin/payments/export'));
    await until(async () => {
      const { rowCount } = await holder.query(
        "select 1 from pg_locks where locktype = 'advisory' and objid = $1 and not granted",
        [AUDIT_LOCK],
      );
      return rowCount === 3 ? true : undefined;
    });
    // A fourth call of the same member would wait for one of these three: a colleague is told at once.
    expect(said(await colleague.call('GET', '/admin/payments/export'))).toEqual([503, 'exports_busy']);
    const today = istDate(server.now());
    const ledger = `/admin/books/ledger?from=${today}&to=${today}`;
    expect(said(await colleague.call('GET', ledger))).toEqual([503, 'exports_busy']);
    const register = `/admin/books/tax-documents?from=${today}&to=${today}`;
    expect(said(await colleague.call('GET', register))).toEqual([503, 'exports_busy']);
    const { rows } = await server.sql.query<{ id: string }>(
      `insert into bureau_reports (as_on, after_on, due_on, is_full, begun_at, made_at)
       values ($1, $1::date - 7, $1::date + 4, false, $2, $2) returning id`,
      [today, new Date(server.now())],
    );
    const report = `/admin/bureau-reports/${rows[0]!.id}/file`;
    expect(said(await colleague.call('GET', report))).toEqual([503, 'exports_busy']);
    await holder.query('commit');
    expect((await Promise.all(files)).map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await finance.call('GET', ledger)).status).toBe(200);
  } finally {
    await holder.query('rollback');
    holder.release();
  }
});

test('LEND-X1: a payment that was not sent yet is not asked about', async () => {
  const payer = await somebody(server).ready();
  // The network does not say what is due on this card: the payment waits unsent.
  const { id } = await payer.pay((await payer.addCard('0003')).id, 200_000);
  await drained();
  expect(await statusesOf(server, id)).toEqual(['accepted']);
  const asked = await finance.call('POST', `/admin/payments/${id}/enquire`);
  expect(said(asked)).toEqual([409, 'payment_not_at_rail']);
});

import type { Payment } from '@mohlat/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { brokenInvariants, startTestServer, type TestServer } from '#test/harness.ts';
import { until } from '#test/person.ts';
import { repaying } from '#test/repaying.ts';
import { balances } from '#test/steps.ts';

let server: TestServer;
const { w2, onDay } = repaying(() => server);
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

describe('somebody who is late', () => {
  test('LEND-L2: sees the charge on the fourth day, pays everything at once, and owes nothing', async () => {
    const loan = await w2(2031);
    await onDay(loan, '2031-02-19');
    const late = await until(async () => {
      const payment = await loan.person.ok<Payment>('GET', `/payments/${loan.id}`);
      return payment.charges.length > 0 ? payment : undefined;
    });
    expect(late.charges).toMatchObject([
      { kind: 'penal', instalment: 1, leviedOn: '2031-02-19', amountPaise: 20_000, paidPaise: 0 },
    ]);
    expect(late.outstandingPaise).toBe(1_560_000 + 20_000);
    const closing = await loan.person.ok<{ chargesPaise: number; totalPaise: number }>(
      'GET',
      `/payments/${loan.id}/foreclosure`,
    );
    expect(closing.chargesPaise).toBe(20_000);
    await loan.person.repay(loan.id, closing.totalPaise);
    const done = await loan.person.ok<Payment>('GET', `/payments/${loan.id}`);
    expect(done).toMatchObject({
      status: 'completed',
      outstandingPaise: 0,
      charges: [{ paidPaise: 20_000 }],
    });
    expect(await balances(server, { loanId: loan.id })).toMatchObject({ I420: -20_000 });
    expect(await brokenInvariants(server.databaseUrl)).toEqual([]);
  });

  test('LEND-L1: pays within the three days of grace and is charged nothing', async () => {
    const loan = await w2(2035);
    await onDay(loan, '2035-02-18');
    await loan.person.repay(loan.id, 520_000);
    await onDay(loan, '2035-02-25');
    await until(async () => {
      const { rows } = await server.sql.query(
        "select 1 from loan_days where loan_id = $1 and loan_closed_through(loan_days) = '2035-02-24'",
        [loan.id],
      );
      return rows.length > 0 ? true : undefined;
    });
    const payment = await loan.person.ok<Payment>('GET', `/payments/${loan.id}`);
    expect(payment.charges).toEqual([]);
    expect(await brokenInvariants(server.databaseUrl)).toEqual([]);
  });
});

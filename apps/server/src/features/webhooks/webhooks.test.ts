import { createHmac, randomUUID } from 'node:crypto';
import { sandboxProvidersConfig } from '#providers/index.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '#test/harness.ts';
import { until } from '#test/person.ts';
import { repaying } from '#test/repaying.ts';
import { clearFaults, drained, fault, somebody, untilPassing } from '#test/steps.ts';

let server: TestServer;
const { aLoan, begin, start, untilRepayment, webhooks } = repaying(() => server);
beforeAll(async () => {
  server = await startTestServer();
  // The events of this file are its own.
  await webhooks({ provider: 'razorpay', drop: true });
});
afterAll(() => server.stop());

function callBack(orderId: string, createdAt: number): string {
  const payment = { id: 'pay_SBX99999999999', order_id: orderId };
  return JSON.stringify({
    entity: 'event',
    event: 'payment.captured',
    payload: { payment: { entity: payment } },
    created_at: createdAt,
  });
}

async function post(body: string, eventId: string): Promise<number> {
  const { webhookSecret } = sandboxProvidersConfig(server.sandboxUrl, 0).razorpay;
  const response = await fetch(`${server.url}/api/v1/webhooks/razorpay`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-razorpay-event-id': eventId,
      'x-razorpay-signature': createHmac('sha256', webhookSecret).update(body).digest('hex'),
    },
    body,
  });
  return response.status;
}

const looks = () => server.logText().split('"op":"paymentsOf"').length - 1;

async function inbox(reference: string): Promise<{ outcome: string | null }[]> {
  const { rows } = await server.sql.query<{ outcome: string | null }>(
    'select outcome from webhook_inbox where subject_ref = $1',
    [reference],
  );
  return rows;
}

/**
 * The order of a repayment that is paid and of which the product was told nothing. The first question settles it, and until an
 * event asks for one there is none: a look of the product's own, which comes when enough time has passed, would be counted too.
 */
async function aPaidOrder(): Promise<string> {
  const { id, orderId } = await begin(await aLoan(300_000), 100_000, 'abandon@razorpay');
  await server.sql.query('update repayments set next_enquiry_at = null where id = $1', [id]);
  return orderId;
}

/** Fewer than a client address may have under work and waiting (40): the sandbox sends events of its own meanwhile. */
const EVENTS = 30;

test('the inbox closes the webhooks of every provider, and those without a hint', async () => {
  const person = await somebody(server).ready();
  const { id } = await person.pay((await person.addCard('1016')).id, 300_000);
  await person.untilBill(id, 'paid');
  const forNobody = {
    entity: 'event',
    event: 'settlement.processed',
    payload: {},
    created_at: 1_800_000_001,
  };
  expect(await post(JSON.stringify(forNobody), randomUUID())).toBe(200);
  const closed = await until(async () => {
    const { rows } = await server.sql.query<{ provider: string }>(
      `select provider from webhook_inbox where provider in ('setu_billpay', 'razorpay') group by 1
       having bool_and(processed_at is not null) order by 1`,
    );
    return rows.length === 2 ? rows.map(({ provider }) => provider) : undefined;
  });
  expect(closed).toEqual(['razorpay', 'setu_billpay']);
});

test('LEND-20: one signed body under many ids is one event and one question', async () => {
  const order = await aPaidOrder();
  const before = looks();
  const body = callBack(order, 1_800_000_000);
  const answers = await Promise.all(Array.from({ length: EVENTS }, () => post(body, randomUUID())));
  expect(new Set(answers)).toEqual(new Set([200]));
  await until(async () => (looks() > before ? true : undefined));
  await drained();
  expect(looks() - before).toBe(1);
  expect(await inbox(order)).toEqual([{ outcome: 'enquired' }]);
});

test('different events about one order that wait together become few questions', async () => {
  const order = await aPaidOrder();
  const before = looks();
  // The first question cannot be written down while its row is held: the events after it wait together, however slow they come.
  const holder = await server.sql.connect();
  try {
    await holder.query('begin');
    await holder.query('select 1 from repayments where order_ref = $1 for update', [order]);
    const answers = await Promise.all(
      Array.from({ length: EVENTS }, (_, nth) => post(callBack(order, 1_800_000_000 + nth), randomUUID())),
    );
    expect(new Set(answers)).toEqual(new Set([200]));
    expect(await inbox(order)).toHaveLength(EVENTS);
  } finally {
    await holder.query('rollback');
    holder.release();
  }
  await until(async () => ((await inbox(order)).every((row) => row.outcome) ? true : undefined));
  await drained();
  expect(looks() - before).toBeLessThanOrEqual(3);
});

test('LEND-20: given a question about a payment that the rail left open, when its refund is told, then that is taken', async () => {
  const loan = await aLoan(300_000);
  const { id, paymentId } = await begin(loan, 100_000);
  await untilRepayment(loan.person, id, 'succeeded');
  await fault(server, 'razorpay', 'payment_get', { http: 503 }, 'always');
  // The settlement file has taken its money back.
  await server.sql.query(
    `insert into settlement_rows (provider, row_hash, settled_on, settlement_ref, kind, entity_ref, payment_ref, amount_paise, fee_paise,
       tax_paise, credit_paise, debit_paise, occurred_at, read_at)
     select 'razorpay', sha256('taken'), value_on, 'setl', 'other', 'adj_1', $2, 100000, 0, 0, 0, 100000, received_at, received_at
     from repayments where id = $1`,
    [id, paymentId],
  );
  await untilPassing(server, 'PT11M', async () => {
    const { rows } = await server.sql.query(
      "select 1 from graphile_worker.jobs where task_identifier = 'collections.returned' and attempts > 0 and locked_at is null",
    );
    return rows[0];
  });
  const body = JSON.stringify({
    entity: 'event',
    event: 'refund.processed',
    payload: { refund: { entity: { id: 'rfnd_1', payment_id: paymentId } } },
    created_at: 1_800_000_100,
  });
  expect(await post(body, randomUUID())).toBe(200);
  await clearFaults(server);
});

test('an id longer than any of the provider is answered too', async () => {
  const order = (await start(await aLoan(300_000), 100_000)).body.checkout!.orderId;
  expect(await post(callBack(order, 1_800_000_000), 'x'.repeat(6_000))).toBe(200);
});

test('an event about an unknown order is kept as unmatched', async () => {
  expect(await post(callBack('order_SBXnobody', 1_800_000_000), randomUUID())).toBe(200);
  await until(async () => ((await inbox('order_SBXnobody'))[0]?.outcome === 'unmatched' ? true : undefined));
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Collector, drawTrace, type SentSpan, startCollector } from '#test/collector.ts';
import { startTestServer, type TestServer } from '#test/harness.ts';
import type { Person } from '#test/person.ts';
import { drained, journalKinds, somebody } from '#test/steps.ts';

let collector: Collector;
let server: TestServer;
let person: Person;
let paymentId: string;
let userId: string;
let journals: readonly string[];
let trace: readonly SentSpan[];

/** One bill is paid; the server's end sends what it has not sent yet. */
beforeAll(async () => {
  collector = await startCollector();
  server = await startTestServer({ env: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url } });
  person = await somebody(server).ready();
  const card = await person.addCard('4021');
  paymentId = (await person.pay(card.id, 300_000)).id;
  await drained();
  journals = await journalKinds(server, paymentId);
  const { rows } = await server.sql.query<{ user_id: string }>('select user_id from payments');
  userId = rows[0]!.user_id;
  await server.stop();
  trace = collector.spans().filter(({ traceId }) => traceId === paymentId.replaceAll('-', ''));
});
afterAll(() => collector.close());

const named = (name: string) => trace.filter((span) => span.name === name);

/** The names from a span up to the first of its trace. */
function wayUp(span: SentSpan): string[] {
  const parent = trace.find(({ spanId }) => spanId === span.parentSpanId);
  return [span.name, ...(parent ? wayUp(parent) : [])];
}

test('given a collector, a paid bill is one trace from the press to the journal', () => {
  process.stdout.write(`${drawTrace(trace)}\n`);
  const roots = trace.filter(({ parentSpanId }) => !parentSpanId);
  expect(roots.map(({ name }) => name)).toEqual(['POST /api/v1/payments']);
  const ways = trace.map((span) => wayUp(span).join(' < '));
  expect(ways).toContain('setu_billpay submit < job payments.submit < POST /api/v1/payments');
  // Each of the three statements writes one of the payment's journals.
  expect(journals).toEqual(['reserve', 'submit', 'loan_booked']);
  expect(ways).toContain('select accept_quote < POST /api/v1/payments');
  expect(ways).toContain('select payment_submit < transaction < job payments.submit < POST /api/v1/payments');
  expect(ways).toContain('select payment_paid < transaction < job payments.submit < POST /api/v1/payments');
});

test('given a collector, every span of a payment hangs on the press', () => {
  expect(trace.every((span) => wayUp(span).at(-1) === 'POST /api/v1/payments')).toBe(true);
  expect(named('POST /api/v1/payments')).toHaveLength(1);
});

test('given a collector, nothing of a person reaches it', () => {
  const sent = collector.text();
  expect(sent.length).toBeGreaterThan(1000);
  for (const secret of [person.email, person.pan, userId]) {
    expect(secret.length).toBeGreaterThan(5);
    expect(sent).not.toContain(secret);
  }
  const keys = new Set(collector.spans().flatMap(({ attributes }) => attributes.map(({ key }) => key)));
  expect([...keys].toSorted()).toEqual([
    'http.request.method',
    'http.response.status_code',
    'http.route',
    'mohlat.attempt',
    'mohlat.provider',
    'mohlat.request_id',
    'mohlat.result',
    'mohlat.task',
  ]);
});

import type { Payment, Pricing, Quote, Transaction } from '@mohlat/contract';
import { addDays, businessDate } from '@mohlat/money';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { catchUp } from '#features/lending/index.ts';
import { asWorker } from '#test/borrowing.ts';
import { brokenInvariants, startTestServer, type TestServer } from '#test/harness.ts';
import { noonOf } from '#test/lending-lab.ts';
import { type Person, until } from '#test/person.ts';
import { downloadPdf } from '#test/pdf-text.ts';
import { idOf } from '#test/racing.ts';
import { drained, somebody } from '#test/steps.ts';

let server: TestServer;
let asha: Person;
let card: string;
beforeAll(async () => {
  server = await startTestServer();
  asha = await somebody(server).ready();
  card = (await asha.addCard()).id;
});
afterAll(() => server.stop());

/** A version in force from an instant on, from the one before it. */
async function addSettings(version: number, from: string, change: string): Promise<void> {
  await server.sql.query(
    `insert into settings (version, effective_at, content)
     select $1, $2, ${change} from settings where version = 1`,
    [version, from],
  );
}

const DEARER = `jsonb_set(jsonb_set(jsonb_set(jsonb_set(jsonb_set(jsonb_set(content,
  '{late,capBps}', '800'),
  '{plans,2,isOn}', 'true'),
  '{plans,1,billMaxPaise}', '600000'),
  '{plans,1,late}', (content -> 'late') || '{"chargeAboveBandsPaise": 40000, "bands": [{"unpaidUpToPaise": 500000, "chargePaise": 7500}]}'),
  '{fee,feeBps}', '100'),
  '{coolingOffDays}', '5')`;

const quoteOf = (amountPaise: number, instalments: number) =>
  asha.call<Quote>('POST', '/payments/quote', {
    cardId: card,
    amountPaise,
    plan: { kind: 'emi', instalments },
  });
const payment = (id: string) => asha.ok<Payment>('GET', `/payments/${id}`);

test('LEND-S6, LEND-4: new settings hold for what is sold from then on; what was sold keeps its terms to the end', async () => {
  const before = (await quoteOf(500_000, 3)).body;
  expect(before).toMatchObject({ serviceFeePaise: 10_000, keyFacts: { coolingOffDays: 3 } });
  const old = await asha.pay(card, 500_000, 3);
  await asha.untilBill(old.id, 'paid');

  await addSettings(2, new Date(Date.parse(old.date) + 1).toISOString(), DEARER);
  const pricing = await asha.ok<Pricing>('GET', '/public/pricing');
  expect(pricing.plans.map((plan) => [plan.code, plan.billMaxPaise])).toEqual([
    ['PL30', null],
    ['EMI3', 600_000],
    ['EMI6', null],
  ]);
  // No plan is said to be for a bill that it is refused to. Rule: LEND-E1
  for (const { kind, instalments, billMinPaise } of pricing.plans.filter((plan) => plan.kind === 'emi')) {
    expect(billMinPaise, `${kind} ${instalments}`).toBeGreaterThan(20_000);
    const isOffered = async (paise: number) => (await quoteOf(paise, instalments)).status;
    expect([await isOffered(billMinPaise), await isOffered(billMinPaise - 1)]).toEqual([200, 422]);
  }
  expect(pricing.coolingOffDays).toBe(5);
  expect(pricing.late).toMatchObject({ graceDays: 3, onLateDays: [4, 34, 64], capPercent: '8.00' });
  const refused = await quoteOf(600_001, 3);
  expect([refused.status, (refused.body as unknown as { code: string }).code]).toEqual([
    422,
    'plan_not_available',
  ]);
  const { body: longer } = await quoteOf(600_001, 6);
  expect(longer.options.map((option) => option.instalmentCount)).toEqual([1, 6]);
  // Without a plan: the one that costs least.
  const { body: cheapest } = await asha.call<Quote>('POST', '/payments/quote', {
    cardId: card,
    amountPaise: 500_000,
  });
  expect(cheapest.plan).toEqual({ kind: 'single' });
  const { body: after } = await quoteOf(500_000, 3);
  expect(after).toMatchObject({ serviceFeePaise: 5_000, keyFacts: { coolingOffDays: 5 } });
  // The key facts say what the end of the day will charge.
  expect(before.keyFacts.lateCharges.bands[1]).toEqual({ unpaidUpToPaise: 200_000, chargePaise: 5_000 });
  expect(after.keyFacts.lateCharges).toMatchObject({
    aboveBandsPaise: 40_000,
    bands: [{ unpaidUpToPaise: 500_000, chargePaise: 7_500 }],
  });
  expect(longer.keyFacts.lateCharges).toEqual({ ...before.keyFacts.lateCharges, capPercent: '8.00' });

  // All of it is said with the price, by the plan's own terms; and when the last repayment is due.
  expect(after.late).toEqual({ ...after.keyFacts.lateCharges, graceDays: 3 });
  const three = after.options.find((option) => option.instalmentCount === 3);
  expect(three?.lastDueDate).toBe(after.schedule.at(-1)?.dueDate);

  const fresh = await asha.pay(card, 500_000, 3);
  await asha.untilBill(fresh.id, 'paid');
  const history = await asha.ok<{ items: Transaction[] }>('GET', '/transactions');
  expect(history.items[0]).toMatchObject({ id: fresh.id, card: { bankName: 'HDFC Bank', last4: '4021' } });
  const until3 = (await payment(old.id)).cancel!.until;
  expect((await payment(fresh.id)).cancel!.until > until3).toBe(true);

  const due = (await payment(fresh.id)).schedule[0]!.dueDate;
  // The days until then are closed at once; the clock stays where it is.
  const lateOn = addDays(businessDate(due), 4);
  const userId = await idOf(asha);
  await asWorker(server, userId, (tx) => catchUp(tx, userId, lateOn, noonOf(addDays(lateOn, 1))));
  const chargeOf = async (id: string) =>
    (await payment(id)).charges.find((charge) => charge.kind === 'penal')?.amountPaise;
  expect([await chargeOf(old.id), await chargeOf(fresh.id)]).toEqual([5_000, 7_500]);
  expect(await brokenInvariants(server.databaseUrl)).toEqual([]);
});

interface Mail {
  readonly subject: string;
  readonly text: string;
  readonly attachments: readonly { readonly name: string; readonly type: string; readonly bytes: number }[];
}
const mails = async (subject: RegExp) => {
  const to = encodeURIComponent(asha.email);
  const all = await server.control<Mail[]>('GET', `/outbox/email?to=${to}`);
  return all.filter((mail) => subject.test(mail.subject));
};
const untilMail = (subject: RegExp) => until(async () => (await mails(subject))[0]);

test('LEND-K6: key facts, agreement and receipt come by mail when the bill is paid, once and in the person’s language', async () => {
  const paid = await untilMail(/has your payment of ₹5,000/);
  expect(paid.attachments.map(({ name, type }) => [name.replace(/-[^-]+$/, ''), type])).toEqual([
    ['mohlat-key-facts', 'application/pdf'],
    ['mohlat-agreement', 'application/pdf'],
    ['mohlat-receipt', 'application/pdf'],
  ]);
  for (const { bytes } of paid.attachments) expect(bytes).toBeGreaterThan(5_000);
  expect(paid.text).toContain('the sanction letter with the loan agreement');
  expect(paid.text).toMatch(/\/terms, .+\/privacy/);
  // Two bills, two mails.
  await drained();
  expect(await mails(/has your payment of/)).toHaveLength(2);
});

test('LEND-9, LEND-K6: who reads Hindi is told in Hindi, also of a new schedule, which is attached', async () => {
  const ravi = await somebody(server).ready();
  asha = ravi;
  const raviCard = (await ravi.addCard()).id;
  const preferences = await ravi.ok<object>('GET', '/me/preferences');
  await ravi.ok('PUT', '/me/preferences', { language: 'hi' });
  expect(preferences).toMatchObject({ language: null });
  const { id } = await ravi.pay(raviCard, 1_000_000, 6);
  await ravi.untilBill(id, 'paid');
  const paid = await untilMail(/₹10,000 का भुगतान मिल गया/);
  expect(paid.text).toContain('6 किस्तों में');
  expect(paid.text).toContain('स्वीकृति पत्र और ऋण समझौता');
  expect(paid.attachments).toHaveLength(3);

  const started = await ravi.call<{ id: string; checkout: { orderId: string } }>(
    'POST',
    `/payments/${id}/repayments`,
    { amountPaise: 300_000, intent: 'part_prepay' },
    { 'idempotency-key': crypto.randomUUID() },
  );
  expect(started.status).toBe(202);
  await server.control('POST', '/act', {
    what: 'pay_order',
    orderId: started.body.checkout.orderId,
    with: 'success@razorpay',
  });
  const smaller = await untilMail(/आपकी किस्तें छोटी हुईं/);
  expect(smaller.attachments.map(({ name }) => name)).toEqual([`mohlat-schedule-${id.slice(-8)}.pdf`]);
  expect(await payment(id)).toMatchObject({ partPrepayments: [{ amountPaise: 300_000 }] });
  const file = await downloadPdf(ravi, `/payments/${id}/schedule.pdf?language=en`);
  expect(file.text).toContain('paid early');
  expect(await brokenInvariants(server.databaseUrl)).toEqual([]);
});

import { randomUUID } from 'node:crypto';
import type { Problem } from '@mohlat/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { anOffer } from './belongings.ts';
import { aPaidBill } from './borrowing.ts';
import { isDeclared } from './declared.ts';
import { startTestServer, type TestServer } from './harness.ts';
import { type Person, until } from './person.ts';
import { promote } from './recordings.ts';
import { repaying } from './repaying.ts';
import { clearFaults, fault, somebody } from './steps.ts';

let server: TestServer;
let asha: Person;
let staff: Person;
const { aLoan } = repaying(() => server);
const of = { asha: '', card: '', failed: '', repaid: '', chargeback: '' };
const reason = 'It is only fair';

beforeAll(async () => {
  server = await startTestServer();
  staff = await promote(server, await somebody(server).signUp());
  asha = await somebody(server).ready();
  of.asha = (await asha.ok<{ id: string }>('GET', '/me')).id;
  of.repaid = await aPaidBill(server, asha, { billPaise: 300_000 });
  // Another person's: with a dispute a limit rests.
  const ravi = await somebody(server).ready();
  const bill = await aPaidBill(server, ravi, { billPaise: 300_000 });
  of.chargeback = await aChargeback((await ravi.repay(bill, 50_000)).id);
  await asha.repay(of.repaid, (await asha.payment(of.repaid)).outstandingPaise);
  of.card = (await asha.addCard('1002')).id;
  of.failed = (await asha.pay(of.card, 100_000)).id;
  await asha.untilBill(of.failed, 'failed');
});
afterAll(() => server.stop());

async function aChargeback(repaymentId: string): Promise<string> {
  const sql = 'select provider_payment_ref as ref from repayments where id = $1';
  const { rows } = await server.sql.query<{ ref: string }>(sql, [repaymentId]);
  await server.control('POST', '/act', { what: 'dispute_payment', paymentId: rows[0]!.ref });
  return until(async () => {
    const found = 'select id from chargebacks where repayment_id = $1';
    return (await server.sql.query<{ id: string }>(found, [repaymentId])).rows[0]?.id;
  });
}

/** The code a call is refused with. */
async function codeOf(by: Person, method: string, path: string, body?: unknown): Promise<string> {
  const reply = await by.call<Problem>(method, path, body, { 'idempotency-key': randomUUID() });
  expect(reply.status).toBeGreaterThanOrEqual(400);
  return reply.body.code;
}

/** Under a state that no journey of a test's length leads to; it is put back. */
async function during(change: string, back: string, look: () => Promise<void>): Promise<void> {
  await server.sql.query(change);
  try {
    await look();
  } finally {
    await server.sql.query(back);
  }
}

describe('a bill of a card', () => {
  test.each([
    ['0001', 'bill_not_due'],
    ['0002', 'bill_not_found'],
    ['0003', 'biller_unavailable'],
  ])('that the network refuses for %s is refused with %s', async (ending, code) => {
    const { id } = await asha.addCard(ending);
    expect(await codeOf(asha, 'POST', `/cards/${id}/bill`)).toBe(code);
  });

  test('cannot be asked for without a mobile number', async () => {
    await server.sql.query(
      'create table kept as select user_id, mobile_sealed, (select phone from auth.users where id = user_id) as phone from profiles',
    );
    await during(
      `update profiles set mobile_sealed = null where user_id = '${of.asha}';
       update auth.users set phone = null where id = '${of.asha}'`,
      `update profiles p set mobile_sealed = k.mobile_sealed from kept k where k.user_id = p.user_id;
       update auth.users u set phone = k.phone from kept k where k.user_id = u.id; drop table kept`,
      async () => expect(await codeOf(asha, 'POST', `/cards/${of.card}/bill`)).toBe('mobile_required'),
    );
  });

  test('of a biller that is switched off says so', async () => {
    const { id } = await asha.addCard('4031', 'Citibank');
    expect(await codeOf(asha, 'POST', `/cards/${id}/bill`)).toBe('biller_deactivated');
  });

  test('that allows only its own amount is quoted for no other', async () => {
    const { id } = await asha.addCard('4041', 'Yes Bank');
    await asha.ok('POST', `/cards/${id}/bill`);
    const quote = { cardId: id, amountPaise: 100_001, plan: { kind: 'single' } };
    expect(await codeOf(asha, 'POST', '/payments/quote', quote)).toBe('amount_not_allowed');
  });

  test('that is being paid keeps its card', async () => {
    const { id } = await asha.addCard('1006');
    await asha.pay(id, 100_000);
    expect(await codeOf(asha, 'DELETE', `/cards/${id}`)).toBe('card_in_use');
  });
});

describe('a payment that failed', () => {
  test.each(['agreement.pdf', 'receipt.pdf', 'schedule.pdf', 'invoice.pdf', 'settlement.pdf'])(
    'has no %s',
    async (paper) => {
      expect(await codeOf(asha, 'GET', `/payments/${of.failed}/${paper}`)).toBe('document_not_ready');
    },
  );

  const asked = [
    { method: 'GET', what: 'foreclosure' },
    { method: 'GET', what: 'part-prepayment?amountPaise=50000' },
    { method: 'POST', what: 'hardship', body: { reason: 'illness' } },
  ];
  test.each(asked.filter(({ method, what }) => isDeclared(`${method} /payments/{id}/${what.split('?')[0]}`)))(
    'is not payable: $method $what',
    async ({ method, what, body }) => {
      expect(await codeOf(asha, method, `/payments/${of.failed}/${what}`, body)).toBe('payment_not_payable');
    },
  );
});

describe('a payment that is repaid', () => {
  test.each([
    ['waivers', { component: 'fee', amountPaise: 1, reason }],
    ['settlements', { agreedPaise: 100, payBy: '2099-01-01', reason }],
    ['write-offs', { reason }],
  ])('has nothing left for %s', async (what, body) => {
    const path = `/admin/payments/${of.repaid}/${what}`;
    expect(await codeOf(staff, 'POST', path, body)).toBe('payment_not_payable');
  });
});

describe('a proposal that is open', () => {
  test('leaves no room for a second settlement', async () => {
    const loan = await aLoan(300_000);
    const payBy = new Date(server.now() + 14 * 86_400_000).toISOString().slice(0, 10);
    const path = `/admin/payments/${loan.id}/settlements`;
    const body = { agreedPaise: 100_000, payBy, reason };
    await staff.ok('POST', path, body, { 'idempotency-key': randomUUID() });
    expect(await codeOf(staff, 'POST', path, body)).toBe('approval_open');
  });
});

describe('a chargeback', () => {
  const file = () => `/admin/chargebacks/${of.chargeback}/evidence/${randomUUID()}`;
  const represent = () =>
    [`/admin/chargebacks/${of.chargeback}/representation`, { summary: 'Paid on the same day.' }] as const;
  const accept = () => [`/admin/chargebacks/${of.chargeback}/acceptance`, { reason }] as const;
  const change = (set: string, back: string, look: () => Promise<void>) => {
    const update = `update chargebacks set ${set} where id = '${of.chargeback}'`;
    return during(update, `update chargebacks set ${back} where id = '${of.chargeback}'`, look);
  };

  test('that has ended is answered no more', () =>
    change("status = 'won'", "status = 'open'", async () => {
      expect(await codeOf(staff, 'POST', ...represent())).toBe('chargeback_ended');
      expect(await codeOf(staff, 'POST', ...accept())).toBe('chargeback_ended');
      expect(await codeOf(staff, 'DELETE', file())).toBe('chargeback_ended');
    }));

  test('whose day has passed is accepted no more', () =>
    change("respond_by = '2020-01-01'", "respond_by = '2099-01-01'", async () => {
      expect(await codeOf(staff, 'POST', ...accept())).toBe('chargeback_late');
    }));
});

describe('a provider that does not answer', () => {
  test.each([
    ['setu_data', 'digilocker_start', anAadhaarCheck],
    ['razorpay', 'customer_create', anAutopay],
  ] as const)('%s %s is said to be unavailable', async (provider, op, ask) => {
    await fault(server, provider, op, { http: 503 }, 'always');
    expect(await ask()).toBe('provider_unavailable');
    await clearFaults(server);
  });
});

async function anAadhaarCheck(): Promise<string> {
  const person = await (await somebody(server).signUp()).onboard();
  await person.ok('POST', '/kyc/pan', { pan: person.pan });
  return codeOf(person, 'POST', '/kyc/aadhaar', { aadhaar: '999941057058' });
}

async function anAutopay(): Promise<string> {
  const loan = await aLoan(1_500_000, 3);
  return codeOf(loan.person, 'POST', '/mandates', { paymentId: loan.id, kind: 'upi' });
}

describe('a person with steps left to do', () => {
  test('without a profile has no Aadhaar to check', async () => {
    const person = await somebody(server).signUp();
    expect(await codeOf(person, 'POST', '/kyc/aadhaar', { aadhaar: '999941057058' })).toBe(
      'onboarding_incomplete',
    );
  });

  test('without credit has no limit to change', async () => {
    const person = await (await (await somebody(server).signUp()).onboard()).passKyc();
    const { id } = await person.ok<{ id: string }>('GET', '/me');
    const limit = { limitPaise: 5_000_000, reason };
    expect(await codeOf(staff, 'POST', `/admin/users/${id}/credit/limit`, limit)).toBe('credit_not_active');
  });

  test('whose identity lapsed gets neither a quote nor an offered limit', async () => {
    const offer = await anOffer(server, of.asha);
    const kyc = (status: string) =>
      `update kyc_records set aadhaar_status = '${status}' where user_id = '${of.asha}'`;
    await during(kyc('not_started'), kyc('verified'), async () => {
      const quote = { cardId: of.card, amountPaise: 100_000, plan: { kind: 'single' } };
      expect(await codeOf(asha, 'POST', '/payments/quote', quote)).toBe('kyc_incomplete');
      expect(await codeOf(asha, 'POST', `/credit/offers/${offer}/accept`)).toBe('kyc_incomplete');
    });
  });
});

describe('what staff saw has changed', () => {
  test('an account that was closed is neither blocked nor opened', async () => {
    const { id } = await (await somebody(server).signUp()).ok<{ id: string }>('GET', '/me');
    await server.sql.query('update auth.users set deleted_at = now() where id = $1', [id]);
    for (const act of ['block', 'unblock'])
      expect(await codeOf(staff, 'POST', `/admin/users/${id}/${act}`, { reason })).toBe('account_is_closed');
  });
});

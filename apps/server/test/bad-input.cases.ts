import { randomUUID } from 'node:crypto';
import { BANK_ACCOUNT_CASES } from './bad-input.bank-accounts.ts';
import { MANDATE_CASES } from './bad-input.mandates.ts';
import { PRIVACY_CASES } from './bad-input.privacy.ts';
import { cardEnding } from './person.ts';

/** The ids that the requests name; filled in before they are sent. */
export const ids = { card: '', quote: '', payment: '', raviCard: '', raviQuote: '', raviPayment: '' };

/** A request that must be refused, and how. */
export interface Bad {
  readonly name: string;
  readonly method?: string;
  readonly path: string | (() => string);
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
  readonly expect: readonly [status: number, code: string];
  /** Fields the problem names. */
  readonly fields?: readonly string[];
}

const KEYED = () => ({ 'idempotency-key': randomUUID() });
const quoteWith = (change: object) => () => ({
  cardId: ids.card,
  amountPaise: 100_000,
  plan: { kind: 'single' },
  ...change,
});
const acceptWith = (change: object) => () => ({ quoteId: ids.quote, acceptKeyFacts: true, ...change });
const INVALID = [422, 'validation_failed'] as const;

const amounts: [string, unknown][] = [
  ['negative', -1],
  ['zero', 0],
  ['above 10^12', 10_000_000_000_000],
  ['above what a number holds', 1e300],
  ['fractional', 100_000.5],
  ['text', '100000'],
  ['null', null],
  ['a list', [100_000]],
  ['true', true],
];

const cardWith = (change: object) => ({
  cardNumber: cardEnding('7777'),
  nameOnCard: 'ASHA RAO',
  expiry: '12/39',
  bankName: 'HDFC Bank',
  ...change,
});

export const CASES: readonly Bad[] = [
  ...amounts.map(([name, amountPaise]) => ({
    name: `a quote of an amount that is ${name}`,
    path: '/payments/quote',
    body: quoteWith({ amountPaise }),
    expect: INVALID,
    fields: ['amountPaise'],
  })),
  {
    name: 'a quote without an amount',
    path: '/payments/quote',
    body: quoteWith({ amountPaise: undefined }),
    expect: INVALID,
    fields: ['amountPaise'],
  },
  {
    name: 'a quote with an unknown field',
    path: '/payments/quote',
    body: quoteWith({ ownerId: randomUUID() }),
    expect: INVALID,
    fields: ['ownerId'],
  },
  {
    name: 'a quote with an unknown field in its plan',
    path: '/payments/quote',
    body: quoteWith({ plan: { kind: 'single', rate: 0 } }),
    expect: INVALID,
    fields: ['plan.rate'],
  },
  {
    name: 'a quote for a card that is no id',
    path: '/payments/quote',
    body: quoteWith({ cardId: "1' or '1'='1" }),
    expect: INVALID,
    fields: ['cardId'],
  },
  {
    name: 'a quote of an unknown kind of plan',
    path: '/payments/quote',
    body: quoteWith({ plan: { kind: 'free' } }),
    expect: INVALID,
    fields: ['plan.kind'],
  },
  {
    name: 'a quote of a plan that is off',
    path: '/payments/quote',
    body: quoteWith({ plan: { kind: 'emi', instalments: 12 } }),
    expect: [422, 'plan_not_available'],
  },
  {
    name: 'a quote of an EMI below ₹100',
    path: '/payments/quote',
    body: quoteWith({ amountPaise: 1_000, plan: { kind: 'emi', instalments: 3 } }),
    expect: [422, 'plan_not_available'],
  },
  {
    name: 'a quote above the limit',
    path: '/payments/quote',
    body: quoteWith({ amountPaise: 2_300_001 }),
    expect: [422, 'amount_exceeds_limit'],
  },
  {
    name: 'a quote for another person’s card',
    path: '/payments/quote',
    body: () => ({ ...quoteWith({})(), cardId: ids.raviCard }),
    expect: [404, 'not_found'],
  },
  {
    name: 'a quote for a card that does not exist',
    path: '/payments/quote',
    body: quoteWith({ cardId: randomUUID() }),
    expect: [404, 'not_found'],
  },
  {
    name: 'an accept without a key',
    path: '/payments',
    body: acceptWith({}),
    expect: [400, 'idempotency_key_required'],
  },
  {
    name: 'an accept with an empty key',
    path: '/payments',
    body: acceptWith({}),
    headers: { 'idempotency-key': '' },
    expect: [400, 'idempotency_key_required'],
  },
  {
    name: 'an accept with a key of 256 letters',
    path: '/payments',
    body: acceptWith({}),
    headers: { 'idempotency-key': 'k'.repeat(256) },
    expect: INVALID,
    fields: ['Idempotency-Key'],
  },
  {
    name: 'an accept with a key that cannot be printed',
    path: '/payments',
    body: acceptWith({}),
    headers: { 'idempotency-key': 'k\tk' },
    expect: INVALID,
    fields: ['Idempotency-Key'],
  },
  {
    name: 'an accept that does not accept the key facts',
    path: '/payments',
    body: acceptWith({ acceptKeyFacts: false }),
    headers: KEYED(),
    expect: INVALID,
    fields: ['acceptKeyFacts'],
  },
  {
    name: 'an accept with an amount of its own',
    path: '/payments',
    body: acceptWith({ amountPaise: 1 }),
    headers: KEYED(),
    expect: INVALID,
    fields: ['amountPaise'],
  },
  {
    name: 'an accept with a date that does not exist',
    path: '/payments',
    body: acceptWith({ billDate: '2026-02-30' }),
    headers: KEYED(),
    expect: INVALID,
    fields: ['billDate'],
  },
  {
    name: 'an accept of another person’s quote',
    path: '/payments',
    body: () => ({ quoteId: ids.raviQuote, acceptKeyFacts: true }),
    headers: KEYED(),
    expect: [404, 'not_found'],
  },
  {
    name: 'an accept of a quote that does not exist',
    path: '/payments',
    body: () => ({ quoteId: randomUUID(), acceptKeyFacts: true }),
    headers: KEYED(),
    expect: [404, 'not_found'],
  },
  {
    name: 'a card with its security code',
    path: '/cards',
    body: cardWith({ cvv: '123' }),
    expect: INVALID,
    fields: ['cvv'],
  },
  {
    name: 'a card whose number fails its check digit',
    path: '/cards',
    body: cardWith({ cardNumber: '4111111111111112' }),
    expect: INVALID,
    fields: ['cardNumber'],
  },
  {
    name: 'a card number as a number',
    path: '/cards',
    body: cardWith({ cardNumber: 4111111111111111 }),
    expect: INVALID,
    fields: ['cardNumber'],
  },
  {
    name: 'a card number with letters',
    path: '/cards',
    body: cardWith({ cardNumber: '4111x11111111111' }),
    expect: INVALID,
    fields: ['cardNumber'],
  },
  {
    name: 'a card that has expired',
    path: '/cards',
    body: cardWith({ expiry: '01/20' }),
    expect: INVALID,
    fields: ['expiry'],
  },
  {
    name: 'a card with a thirteenth month',
    path: '/cards',
    body: cardWith({ expiry: '13/39' }),
    expect: INVALID,
    fields: ['expiry'],
  },
  {
    name: 'a card of an unknown bank',
    path: '/cards',
    body: cardWith({ bankName: 'Bank of Nowhere' }),
    expect: INVALID,
    fields: ['bankName'],
  },
  {
    name: 'a card without a name',
    path: '/cards',
    body: cardWith({ nameOnCard: '   ' }),
    expect: INVALID,
    fields: ['nameOnCard'],
  },
  {
    name: 'a repayment without a key',
    path: () => `/payments/${ids.payment}/repayments`,
    body: { amountPaise: 100 },
    expect: [400, 'idempotency_key_required'],
  },
  {
    name: 'a repayment of nothing',
    path: () => `/payments/${ids.payment}/repayments`,
    body: { amountPaise: 0 },
    headers: KEYED(),
    expect: INVALID,
    fields: ['amountPaise'],
  },
  {
    name: 'a repayment above what is owed',
    path: () => `/payments/${ids.payment}/repayments`,
    body: { amountPaise: 205_001 },
    headers: KEYED(),
    expect: [422, 'repayment_exceeds_outstanding'],
  },
  {
    name: 'a repayment below a rupee',
    path: () => `/payments/${ids.payment}/repayments`,
    body: { amountPaise: 99 },
    headers: KEYED(),
    expect: [422, 'repayment_too_small'],
  },
  {
    name: 'a repayment of another person’s payment',
    path: () => `/payments/${ids.raviPayment}/repayments`,
    body: { amountPaise: 100 },
    headers: KEYED(),
    expect: [404, 'not_found'],
  },
  {
    name: 'an onboarding with a PAN of the wrong shape',
    method: 'PUT',
    path: '/me/onboarding',
    body: {
      fullName: 'Asha Rao',
      pan: '1234567890',
      dateOfBirth: '1990-01-01',
      address: 'Pune',
      monthlyIncomePaise: 1,
    },
    expect: INVALID,
    fields: ['pan'],
  },
  {
    name: 'an onboarding with nothing',
    method: 'PUT',
    path: '/me/onboarding',
    body: {},
    expect: INVALID,
    fields: ['fullName', 'pan', 'dateOfBirth', 'address', 'monthlyIncomePaise'],
  },
  {
    name: 'an Aadhaar number that fails its check digit',
    path: '/kyc/aadhaar',
    body: { aadhaar: '999941057059' },
    expect: INVALID,
    fields: ['aadhaar'],
  },
  {
    name: 'a body that is not JSON',
    path: '/payments/quote',
    body: '{"cardId": ',
    expect: [400, 'bad_json'],
  },
  {
    name: 'a body that is another kind of text',
    path: '/payments/quote',
    body: 'cardId=1',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    expect: [400, 'bad_json'],
  },
  { name: 'a body that is a list', path: '/payments/quote', body: '[]', expect: INVALID },
  { name: 'a body that is null', path: '/payments/quote', body: 'null', expect: INVALID },
  {
    name: 'a body of two megabytes',
    path: '/payments/quote',
    body: JSON.stringify({ cardId: 'x'.repeat(2 * 1024 * 1024) }),
    expect: [413, 'payload_too_large'],
  },
  {
    name: 'an invented cursor',
    method: 'GET',
    path: '/payments?cursor=nonsense',
    expect: INVALID,
    fields: ['cursor'],
  },
  {
    name: 'a cursor of another shape',
    method: 'GET',
    path: `/transactions?cursor=${Buffer.from('{"at":1}').toString('base64url')}`,
    expect: INVALID,
    fields: ['cursor'],
  },
  { name: 'a page of nothing', method: 'GET', path: '/payments?limit=0', expect: INVALID, fields: ['limit'] },
  {
    name: 'a page of a thousand',
    method: 'GET',
    path: '/payments?limit=1000',
    expect: INVALID,
    fields: ['limit'],
  },
  {
    name: 'an unknown query',
    method: 'GET',
    path: '/payments?ownerId=1',
    expect: INVALID,
    fields: ['ownerId'],
  },
  {
    name: 'an unknown status',
    method: 'GET',
    path: '/transactions?status=lost',
    expect: INVALID,
    fields: ['status'],
  },
  {
    name: 'a payment that is no id',
    method: 'GET',
    path: '/payments/1%20or%201=1',
    expect: INVALID,
    fields: ['id'],
  },
  {
    name: 'a payment that does not exist',
    method: 'GET',
    path: `/payments/${randomUUID()}`,
    expect: [404, 'not_found'],
  },
  ...BANK_ACCOUNT_CASES,
  ...MANDATE_CASES,
  ...PRIVACY_CASES,
  { name: 'an unknown path', method: 'GET', path: '/nowhere', expect: [404, 'not_found'] },
  { name: 'an unknown path to post to', path: '/nowhere', body: {}, expect: [404, 'not_found'] },
  { name: 'the wrong method', method: 'DELETE', path: '/payments', expect: [405, 'method_not_allowed'] },
  {
    name: 'the wrong method on one object',
    method: 'PUT',
    path: () => `/payments/${ids.payment}`,
    body: {},
    expect: [405, 'method_not_allowed'],
  },
];

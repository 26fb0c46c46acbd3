import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { failureOf } from '#test/sandbox.ts';
import { createProviders, type Providers, sandboxProvidersConfig } from '../index.ts';
import { ctx } from './contract.testing.ts';

let answer: { readonly status: number; readonly body: object };
let providers: Providers;
const rail = createServer((request, response) => {
  const isToken = request.url?.endsWith('/auth/token') === true;
  const { status, body } = isToken ? { status: 200, body: TOKEN } : answer;
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ traceId: 'TRC1', ...body }));
});
const TOKEN = { success: true, token: 'token-1', expiresIn: 600 };
const attempt = {
  fetchRef: 'fetch-1',
  paymentKey: 'key-of-one-attempt',
  amount: 150_000,
  convFee: 0,
  remitterName: 'Asha Rao',
  paidAt: new Date('2026-04-01T06:30:00Z'),
};

beforeAll(async () => {
  await new Promise<void>((done) => rail.listen(0, '127.0.0.1', done));
  const url = `http://127.0.0.1:${(rail.address() as AddressInfo).port}`;
  providers = createProviders(sandboxProvidersConfig(url, 1), { now: () => attempt.paidAt });
});
afterAll(async () => {
  await providers.close();
  await new Promise((done) => rail.close(done));
});

const refusal = (code: string) => ({ success: false, error: { code, message: 'no' } });

async function failureAfter(status: number, body: object) {
  answer = { status, body };
  return failureOf(providers.billPayment.submit(attempt, ctx));
}

describe('a payment answered with 200 and an error', () => {
  it.each(['validation-error', 'BRR005', 'ERR004'])(
    'is refused under the documented code %s',
    async (code) => {
      const error = await failureAfter(200, refusal(code));
      expect(error).toMatchObject({ name: 'BillRejected', outcome: 'rejected', providerCode: code });
    },
  );

  it.each([
    ['a code that is not described', refusal('internal-server-error')],
    ['a time-out', refusal('ERR_TIMEOUT')],
    ['a reference beside a documented code', { ...refusal('validation-error'), data: { refId: 'REF1' } }],
  ])('stays unknown after %s', async (_what, body) => {
    expect(await failureAfter(200, body)).toMatchObject({
      name: 'ProviderContractDrift',
      outcome: 'unknown',
      retry: 'enquire_first',
      providerTrace: 'TRC1',
    });
  });

  it('is no such doubt where only an enquiry is answered so: it does nothing', async () => {
    answer = { status: 200, body: refusal('not-found') };
    const error = await failureOf(providers.billPayment.getFetch('fetch-1', ctx));
    expect(error).toMatchObject({ name: 'BillRejected', outcome: 'rejected' });
  });
});

describe('a payment answered with 400', () => {
  it('is a duplicate where the body says so', async () => {
    const duplicate = { code: 'duplicate-ref-id', refId: 'REF1' };
    const error = await failureAfter(400, { data: { duplicate } });
    expect(error).toMatchObject({ name: 'ProviderDuplicate', existingRef: 'REF1' });
  });

  it('stays unknown beside a reference or after a time-out, and is refused otherwise', async () => {
    const unknown = { name: 'ProviderContractDrift', outcome: 'unknown', retry: 'enquire_first' };
    const begun = { ...refusal('validation-error'), data: { refId: 'REF1' } };
    expect(await failureAfter(400, begun)).toMatchObject(unknown);
    expect(await failureAfter(400, refusal('ERR_TIMEOUT'))).toMatchObject(unknown);
    expect(await failureAfter(400, refusal('validation-error'))).toMatchObject({ name: 'BillRejected' });
  });
});

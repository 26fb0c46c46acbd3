import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { failureOf } from '#test/sandbox.ts';
import { createProviders, type Providers, sandboxProvidersConfig } from '../index.ts';

let body: object;
let providers: Providers;
const register = createServer((_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
});

beforeAll(async () => {
  await new Promise<void>((done) => register.listen(0, '127.0.0.1', done));
  const url = `http://127.0.0.1:${(register.address() as AddressInfo).port}`;
  providers = createProviders(sandboxProvidersConfig(url, 1), { now: () => new Date('2026-04-01') });
});
afterAll(async () => {
  await providers.close();
  await new Promise((done) => register.close(done));
});

const answered = (data: object) => {
  body = { verification: 'SUCCESS', message: 'PAN is valid', traceId: 'TRC1', data };
  const asked = { pan: 'ABCDE1234A', consentId: 'consent-1' };
  return providers.pan.verify(asked, { requestId: 'test', actor: 'user' });
};

describe('a good answer about a PAN', () => {
  it('names the holder and their kind', async () => {
    expect(await answered({ full_name: 'ASHA RAO', category: 'Individual' })).toMatchObject({
      verdict: 'valid',
      fullName: 'ASHA RAO',
      category: 'Individual',
    });
  });

  it.each([
    ['the name', { full_name: '', category: 'Individual' }, 'data.full_name'],
    ['the kind of holder', { full_name: 'ASHA RAO' }, 'data.category'],
    ['both', {}, 'data.full_name'],
  ])('is no verdict where it leaves out %s', async (_what, data, field) => {
    expect(await failureOf(answered(data))).toMatchObject({
      name: 'ProviderContractDrift',
      outcome: 'unknown',
      field,
      providerTrace: 'TRC1',
    });
  });
});

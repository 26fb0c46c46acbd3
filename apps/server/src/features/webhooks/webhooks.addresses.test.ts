import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '#test/harness.ts';
import { readSetuAddresses } from './webhooks.config.ts';

test('given no addresses of Setu, then any may call back; given a wrong one, then the start stops', () => {
  expect(readSetuAddresses({})).toBeUndefined();
  expect(readSetuAddresses({ SETU_CALLBACK_ADDRESSES: ' ,' })).toBeUndefined();
  expect(readSetuAddresses({ SETU_CALLBACK_ADDRESSES: '203.0.113.7, 2001:db8::/32' })).toEqual([
    '203.0.113.7',
    '2001:db8::/32',
  ]);
  for (const wrong of ['setu.co', '203.0.113', 'loopback'])
    expect(() => readSetuAddresses({ SETU_CALLBACK_ADDRESSES: wrong })).toThrow('SETU_CALLBACK_ADDRESSES');
});

describe('given the addresses from which Setu calls back', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ env: { SETU_CALLBACK_ADDRESSES: '203.0.113.0/24, 2001:db8::7' } });
  });
  afterAll(() => server.stop());

  /** The proxy of this machine says where the call comes from. */
  const call = async (path: string, from: string) => {
    const response = await fetch(`${server.url}/api/v1/webhooks/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': from },
      body: JSON.stringify({ event: 'BILL_PAY', data: { refId: 'REF_OF_NOBODY', status: 'Success' } }),
    });
    return { status: response.status, body: (await response.json()) as { code?: string; detail?: string } };
  };
  const BILLS = 'setu-billpay/sandbox-callback-token/bills/payment/response';

  test.each(['203.0.113.200', '2001:db8::7'])('when %s calls, then it is heard', async (from) => {
    expect((await call(BILLS, from)).status).toBe(200);
  });

  test.each(['198.51.100.7', '2001:db8::8'])(
    'when %s calls with the token, then it is refused as a wrong token is',
    async (from) => {
      const [refused, wrong] = [
        await call(BILLS, from),
        await call('setu-billpay/guess/bills/payment/response', from),
      ];
      expect([refused.status, refused.body.code, refused.body.detail]).toEqual([
        401,
        'unauthorized',
        wrong.body.detail,
      ]);
      expect((await call('setu-data/sandbox-callback-token', from)).status).toBe(401);
    },
  );

  test('when another provider calls from elsewhere, then its own proof decides', async () => {
    expect((await call('msg91/sandbox-callback-token', '198.51.100.7')).status).not.toBe(401);
  });
});

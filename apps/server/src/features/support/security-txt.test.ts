import { DAY_MS } from '@mohlat/money';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '#test/harness.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ env: { SANDBOX: 'on', PUBLIC_URL } });
});
afterAll(() => server.stop());

const PUBLIC_URL = 'https://mohlat.example';

/** The fields of a file by RFC 9116, each with its values in order. */
function fieldsOf(text: string): Record<string, string[]> {
  const lines = text.split('\r\n').filter((line) => line !== '' && !line.startsWith('#'));
  const fields: Record<string, string[]> = {};
  for (const line of lines) {
    const [, name = '', value = ''] = /^([A-Za-z-]+): (\S.*)$/.exec(line) ?? [];
    (fields[name] ??= []).push(value);
  }
  return fields;
}

describe('security.txt', () => {
  test('names whom to write to about a vulnerability, in the form of RFC 9116', async () => {
    const reply = await fetch(`${server.url}/.well-known/security.txt`);
    expect(reply.status).toBe(200);
    expect(reply.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    const pricing = (await (await fetch(`${server.url}/api/v1/public/pricing`)).json()) as {
      supportEmail: string;
      grievanceOfficer: { email: string };
    };
    expect(fieldsOf(await reply.text())).toEqual({
      Contact: [`mailto:${pricing.supportEmail}`, `mailto:${pricing.grievanceOfficer.email}`],
      Expires: [expect.any(String)],
      'Preferred-Languages': ['en, hi'],
      Canonical: [`${PUBLIC_URL}/.well-known/security.txt`],
      Policy: [`${PUBLIC_URL}/security#report`],
    });
  });

  test('expires half a year after it was asked for, whatever the trial clock shows', async () => {
    const before = Date.now();
    const text = await (await fetch(`${server.url}/.well-known/security.txt`)).text();
    const [expires = ''] = fieldsOf(text).Expires ?? [];
    expect(expires).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
    const days = (Date.parse(expires) - before) / DAY_MS;
    expect(days).toBeGreaterThan(179);
    expect(days).toBeLessThan(181);
  });
});

import { describe, expect, test } from 'vitest';
import { parseBounce } from './bounce.ts';

const CONFIG = { url: 'smtp://127.0.0.1:25', from: 'no-reply@mohlat.example', callbackToken: 'a-secret' };
const REPORT = [
  'From: MAILER-DAEMON@mx.example.in',
  'Message-ID: <report-1@mx.example.in>',
  'Content-Type: multipart/report; report-type=delivery-status; boundary="b"',
  '',
  '--b',
  'Content-Type: message/delivery-status',
  '',
  'Final-Recipient: rfc822; somebody@example.in',
  'Action: failed',
  'Status: 5.1.1',
  '',
  '--b',
  'Content-Type: text/rfc822-headers',
  '',
  'Message-ID: <018f-a@mohlat.example>',
  'Subject: Your bill was paid',
  '--b--',
].join('\r\n');

const read = (rawBody: string, token = 'a-secret') =>
  parseBounce(CONFIG, {
    path: `/api/v1/webhooks/smtp/${token}`,
    headers: {},
    rawBody: Buffer.from(rawBody),
    receivedAt: new Date(0),
  });

describe('a mail that came back', () => {
  test('is named by our own id, raw or in JSON', () => {
    const payload = { messageId: '<018f-a@mohlat.example>', status: '5.1.1' };
    expect(read(REPORT)).toMatchObject({ trust: 'hint', subjectRef: payload.messageId, payload });
    expect(read(JSON.stringify({ message: REPORT })).payload).toEqual(payload);
  });

  test('is none when it is only late, or no report at all', () => {
    expect(read(REPORT.replace('failed', 'delayed')).subjectRef).toBe('');
    expect(read('Subject: Out of office\r\n\r\nBack on Monday').subjectRef).toBe('');
  });

  test('names no mail of ours where its id cannot be one', () => {
    for (const odd of ['018f\u0000a@mohlat.example', `${'a'.repeat(300)}@mohlat.example`, 'ü@mohlat.example'])
      expect(read(REPORT.replaceAll(/<[^>]+>/g, `<${odd}>`)).subjectRef).toBe('');
  });

  test('is refused where nothing of it has come', () => {
    expect(() => read('')).toThrow('body_malformed');
  });

  test('is refused without the secret, and where none is set', () => {
    expect(() => read(REPORT, 'another')).toThrow('token_wrong');
    const without = { url: CONFIG.url, from: CONFIG.from };
    const webhook = {
      path: '/smtp/a-secret',
      headers: {},
      rawBody: Buffer.from(REPORT),
      receivedAt: new Date(0),
    };
    expect(() => parseBounce(without, webhook)).toThrow('token_wrong');
    expect(() => read('{"message": 1}')).toThrow('body_malformed');
  });
});

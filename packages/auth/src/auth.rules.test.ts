import fc from 'fast-check';
import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { newId } from '@mohlat/platform/crypto/ids.ts';
import { createVault } from '@mohlat/platform/crypto/vault.ts';
import { isGenuine, makeRefreshToken, newRefreshKey, readRefreshToken } from './auth.refresh-tokens.ts';
import { chooseTarget, mailLink } from './auth.redirects.ts';
import { judgeRefresh, mergeMetadata, normalEmail, normalPhone, secondsUntilSms } from './auth.rules.ts';

const AS_TYPED = { cleanName: (name: string) => name, unkeptKeys: new Set(['unkept']) };
const NOW = new Date('2026-11-20T10:00:00Z');
const ago = (seconds: number) => new Date(NOW.getTime() - seconds * 1000);

describe('addresses', () => {
  it('are brought into one form or refused', () => {
    expect(normalEmail('A.B+c@Example.COM')).toBe('a.b+c@example.com');
    expect(normalEmail('root@localhost')).toBe('root@localhost');
    for (const text of ['', 'a', 'a@', '@b', 'a b@c', 'a@b c', 'a@-b', `${'a'.repeat(251)}@b.in`])
      expect(() => normalEmail(text), text).toThrow();
    expect(normalPhone('+91 98123 45678')).toBe('919812345678');
    for (const text of ['', '0', '+0911', '++91', '91-98', '1'.repeat(16)])
      expect(() => normalPhone(text)).toThrow();
  });
});

describe('a refresh token', () => {
  const judge = (presented: number, refreshedAt: Date | null = ago(60)) =>
    judgeRefresh(presented, { counter: 5, refreshedAt }, 10, NOW);

  it('is judged by its distance from the current one', () => {
    expect(judge(5)).toBe('rotate');
    expect(judge(4)).toBe('answer_current');
    expect(judge(3)).toBe('reused');
    expect(judge(3, ago(10))).toBe('answer_current');
    expect(judge(3, ago(11))).toBe('reused');
    expect(judge(6)).toBe('from_the_future');
  });

  it('reads back what was written, and no changed byte goes unseen', () => {
    const vault = createVault([{ id: 'k', bytes: randomBytes(32) }], randomBytes(32));
    const session = { userId: newId(), id: newId(), refreshKeySealed: Buffer.alloc(0) };
    const sealed = { ...session, refreshKeySealed: newRefreshKey(vault, session.id) };
    const other = { ...session, refreshKeySealed: newRefreshKey(vault, session.id) };
    fc.assert(
      fc.property(
        fc.maxSafeNat(),
        fc.nat({ max: 60 }),
        fc.integer({ min: 1, max: 255 }),
        (counter, at, flip) => {
          const text = makeRefreshToken(vault, sealed, counter);
          const parts = readRefreshToken(text);
          expect(parts).toMatchObject({ userId: session.userId, sessionId: session.id, counter });
          expect(parts && isGenuine(vault, sealed, parts)).toBe(true);
          expect(parts && isGenuine(vault, other, parts)).toBe(false);
          const bytes = Buffer.from(text, 'base64url');
          bytes[at] = (bytes[at] ?? 0) ^ flip;
          expect(readRefreshToken(bytes.toString('base64url'))).toBeUndefined();
        },
      ),
    );
  });
});

describe('messages to a number', () => {
  const limits = { smsSpacingSeconds: 30, smsPerQuarterHourMax: 3, smsPerDayMax: 10 };
  const wait = (...sent: number[]) => secondsUntilSms(sent.map(ago), limits, NOW);

  it('keep their spacing, their quarter of an hour and their day', () => {
    expect(wait()).toBe(0);
    expect(wait(10)).toBe(20);
    expect(wait(40, 80)).toBe(0);
    expect(wait(40, 80, 120)).toBe(780);
    expect(wait(...Array.from({ length: 10 }, (_, n) => 3600 * (n + 1)))).toBe(24 * 3600 - 36_000);
  });
});

describe('metadata', () => {
  it('merges at the top level, drops nulls and what is not kept, and has an end', () => {
    expect(mergeMetadata(AS_TYPED, { unkept: 1, a: 1 }, { unkept: 2 })).toEqual({ a: 1 });
    expect(mergeMetadata(AS_TYPED, { a: 1, b: { c: 1 } }, { b: { d: 2 }, a: null })).toEqual({ b: { d: 2 } });
    expect(() => mergeMetadata(AS_TYPED, {}, { big: 'x'.repeat(9000) })).toThrow('8192 bytes');
  });
});

describe('a redirect target', () => {
  const targets = {
    publicUrl: 'https://product.example',
    defaultTarget: 'https://product.example/auth/confirmed',
    redirectAllowList: [
      'product://callback',
      'https://*.preview.example/**',
      'https://shop.example/{a,b}/?',
      'http://192.168.1.5/**',
      'http://127.0.0.1:7000/**',
    ],
  };
  const isAllowed = (target: string) => chooseTarget([target], targets) === target;

  it('is permitted on the own origin and by the list', () => {
    for (const target of [
      'https://product.example/x?y=1#z',
      'http://127.0.0.1:7000/listed',
      'product://callback',
      'https://pr-7.preview.example/any/where',
      'https://shop.example/a/1',
    ])
      expect([target, isAllowed(target)]).toEqual([target, true]);
  });

  it('given a site without TLS, then it is permitted on loopback addresses; a live site hands no session to programs of a device', () => {
    const developers = { ...targets, publicUrl: 'http://localhost:3000' };
    for (const target of ['http://127.0.0.1:5173/x', 'http://127.9.9.9/', 'http://[::1]:8080'])
      expect([chooseTarget([target], developers), isAllowed(target)]).toEqual([target, false]);
  });

  it('is refused elsewhere, however it is written', () => {
    for (const target of [
      'http://product.example/',
      'https://product.example:8443/',
      'https://product.example.evil.example/',
      'https://product.example@evil.example/',
      'https://a.b.preview.example/x',
      'https://evilpreview.example/x',
      'https://shop.example/c/1',
      'https://shop.example/a/12',
      'http://192.168.1.5/x',
      'http://2130706433/',
      'http://127.1/',
      'https:/product.example/',
      'http://localhost:3000/',
      'javascript:alert(1)',
      'product://other',
      '/relative',
      '',
      'https://product.example/\nx',
    ])
      expect([target, isAllowed(target)]).toEqual([target, false]);
  });

  it('falls back from candidate to candidate to the default', () => {
    expect(chooseTarget(['https://evil.example', 'https://product.example/a'], targets)).toBe(
      'https://product.example/a',
    );
    expect(chooseTarget([undefined, 'nonsense'], targets)).toBe(targets.defaultTarget);
  });

  it('is written into a link plainly where it can be', () => {
    expect(mailLink('https://m', 't', 'signup', 'https://m/x')).toBe(
      'https://m/auth/v1/verify?token=t&type=signup&redirect_to=https://m/x',
    );
    expect(mailLink('https://m', 't', 'signup', 'https://m/?a=b&c#d')).toContain(
      'redirect_to=https%3A%2F%2Fm%2F%3Fa%3Db%26c%23d',
    );
  });
});

import type { Problem } from '@mohlat/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '#test/harness.ts';
import { type Person, until } from '#test/person.ts';
import { untilWaiting } from '#test/racing.ts';
import { promote } from '#test/recordings.ts';
import { untilSoon } from '#test/soon.ts';
import { advance, clearFaults, fault, drained, signInAgain, somebody } from '#test/steps.ts';
import { banking, freshNumber } from './bank-accounts.testing.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
const { accountsOf, checksOf, find, known, link, linked, rupeesTo, settled } = banking(() => server);

describe('trying again', () => {
  test('after a bank that could not be asked sends a new rupee, and what was answered stands', async () => {
    const person = await known();
    const accountNumber = freshNumber();
    await fault(server, 'setu_data', 'bav_start', { reset_before: true }, 2);
    const account = await linked(person, accountNumber);
    await clearFaults(server);
    expect(account.verification.status).toBe('unverified');
    await person.ok('POST', `/bank-accounts/${account.id}/verify`);
    expect((await settled(person, account.id)).verification.status).toBe('verified');
    const again = await person.call<Problem>('POST', `/bank-accounts/${account.id}/verify`);
    expect([again.status, again.body.code]).toEqual([409, 'bank_account_checked']);
  });

  test('pressed twice it is one new round', async () => {
    const person = await known();
    const account = await linked(person, '9990000007', 'HDFC0000001');
    const before = await rupeesTo('9990000007');
    // All three stand in line at the account before the first is let through.
    const holder = await server.sql.connect();
    await holder.query('begin');
    await holder.query('select 1 from bank_accounts where id = $1 for update', [account.id]);
    const presses = Promise.all(
      [1, 2, 3].map(() => person.ok('POST', `/bank-accounts/${account.id}/verify`)),
    );
    await untilWaiting(holder, 3);
    await holder.query('commit');
    holder.release();
    await presses;
    await settled(person, account.id);
    expect((await rupeesTo('9990000007')) - before).toBe(1);
  });

  test('names that cannot be compared leave the account open, and it is looked at again', async () => {
    const person = await known();
    await fault(server, 'setu_data', 'name_match', { http: 500, commit: 'before' }, 'always');
    const { id } = await link(person, freshNumber());
    await until(async () => ((await checksOf(id))[0]?.state === 'asked' ? true : undefined));
    await drained();
    expect((await find(person, id))?.verification.status).toBe('pending');
    await clearFaults(server);
    await advance(server, 'PT5M');
    const { verification } = await untilSoon(server, async () => {
      const account = await find(person, id);
      return account?.verification.status === 'pending' ? undefined : account;
    });
    expect(verification.status).toBe('verified');
  });

  test('a removed account is not asked about any more', async () => {
    const person = await known();
    const { id } = await link(person, '9990000006', 'HDFC0000001');
    await until(async () => ((await checksOf(id))[0]?.state === 'asked' ? true : undefined));
    await person.ok('DELETE', `/bank-accounts/${id}`);
    const { rows } = await server.sql.query('select status, next_look_at from bank_accounts where id = $1', [
      id,
    ]);
    expect(rows).toEqual([{ status: 'pending', next_look_at: null }]);
  });

  test('after silence the second rupee may bring the answer, and both are on record', async () => {
    const person = await known();
    await fault(server, 'setu_data', 'bav_start', { timeout: true, commit: 'before' }, 1);
    const { id } = await link(person, freshNumber());
    await until(async () => ((await checksOf(id))[0]?.state === 'lost' ? true : undefined));
    const account = await settled(person, id);
    expect(account.verification.status).toBe('verified');
    expect((await checksOf(id)).map((check) => check.state)).toEqual(['lost', 'answered']);
  });
});

describe('what a killed process leaves behind', () => {
  const interrupted = async (ifsc: string, change: string) => {
    const person = await known();
    const { id } = await link(person, '9990000006', ifsc);
    await until(async () => ((await checksOf(id))[0]?.state === 'asked' ? true : undefined));
    // The looks that follow the sending directly are over.
    await drained();
    const before = await rupeesTo('9990000006');
    await server.sql.query(`update bank_account_checks set ${change} where bank_account_id = $1`, [id]);
    await server.sql.query('update bank_accounts set next_look_at = created_at where id = $1', [id]);
    return { id, sentSince: async () => (await rupeesTo('9990000006')) - before };
  };

  test('in the middle of sending is found, and its rupee counts as sent', async () => {
    const { id, sentSince } = await interrupted(
      'HDFC0000011',
      "state = 'sending', provider_ref = null, started_at = started_at - interval '2 minutes'",
    );
    await until(async () => ((await checksOf(id)).length === 2 ? true : undefined));
    await until(async () => ((await checksOf(id))[1]?.state === 'asked' ? true : undefined));
    expect((await checksOf(id)).map((check) => check.state)).toEqual(['lost', 'asked']);
    expect(await sentSince()).toBe(1);
  });

  test('while another still sends, nothing is sent', async () => {
    const { id, sentSince } = await interrupted('HDFC0000012', "state = 'sending', provider_ref = null");
    await drained();
    expect((await checksOf(id)).map((check) => check.state)).toEqual(['sending']);
    expect(await sentSince()).toBe(0);
  });
});

describe('LEND-24: a name that is near is for a person to decide', () => {
  const reviewed = async () => {
    const person = await known();
    const account = await linked(person, '9990000001', 'HDFC0000001');
    expect(account.verification).toMatchObject({ status: 'review', nameAtBank: null });
    // Nor does a copy of everything tell whose it may be.
    expect(JSON.stringify(await person.ok('GET', '/me/export'))).not.toMatch(/ASHA RAO \w/);
    const { rows } = await server.sql.query<{ id: string }>(
      "select id from reviews where subject_id = $1 and kind = 'bank_account'",
      [account.id],
    );
    return { person, account, reviewId: rows[0]!.id };
  };
  const decide = (reviewId: string, verdict: 'approve' | 'reject', remarks?: string) =>
    until(async () => {
      const body = { what: 'auditor_verdict', reviewId, verdict, ...(remarks ? { remarks } : {}) };
      // The desk may not have heard of it yet.
      return server.control('POST', '/act', body).catch(() => undefined);
    });
  const judged = (person: Person, id: string) =>
    until(async () => {
      const account = await find(person, id);
      return account?.verification.status === 'review' ? undefined : account;
    });

  beforeAll(() => server.control('POST', '/act', { what: 'auditor_policy', policy: 'wait' }));

  test('and is verified with a yes', async () => {
    const { person, account, reviewId } = await reviewed();
    await decide(reviewId, 'approve');
    const after = await judged(person, account.id);
    expect(after).toMatchObject({ isDefault: true, verification: { status: 'verified', reason: null } });
    expect(after?.verification.nameAtBank).toMatch(/^ASHA RAO /);
  });

  test('shows a score to the reviewer only where the names were compared', async () => {
    const { account, reviewId } = await reviewed();
    const reviewer = await promote(server, await somebody(server).signUp());
    const seen = async () => {
      const { facts } = await reviewer.ok<{ facts: { code: string }[] }>(
        'GET',
        `/admin/kyc/reviews/${reviewId}`,
      );
      return facts.map(({ code }) => code);
    };
    expect(await seen()).toContain('name_match_percent');
    await server.sql.query('update bank_accounts set name_percent = null where id = $1', [account.id]);
    expect(await seen()).toEqual(['name_in_profile', 'name_at_bank', 'bank_account']);
  });

  test('is rejected with a no, and the reviewer’s words reach the person', async () => {
    const { person, account, reviewId } = await reviewed();
    await decide(reviewId, 'reject', 'This is your brother’s account.');
    const after = await judged(person, account.id);
    expect(after?.verification).toMatchObject({ status: 'rejected', reason: { code: 'name_mismatch' } });
    const notices = await person.ok<{ items: { description: string }[] }>('GET', '/notifications');
    const told = notices.items.map(({ description }) => description);
    expect(told).toContain('HDFC Bank XXXX0001: This is your brother’s account.');
  });

  test('of a removed account nothing follows, and two accounts may wait side by side', async () => {
    const { person, account, reviewId } = await reviewed();
    await linked(person, '9990000001', 'ICIC0000001');
    await person.ok('DELETE', `/bank-accounts/${account.id}`);
    await decide(reviewId, 'approve');
    await until(async () => {
      const { rows } = await server.sql.query(
        'select 1 from reviews where id = $1 and applied_at is not null',
        [reviewId],
      );
      return rows[0];
    });
    expect((await accountsOf(person)).map((one) => one.verification.status)).toEqual(['review']);
  });
});

describe('LEND-20: call-backs', () => {
  const post = (path: string, body: object | string) =>
    fetch(`${server.url}/api/v1/webhooks/setu-data/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
  const notice = (id: string, name = 'ASHA RAO') => ({
    event: 'BAV_WEBHOOK_NOTIFICATION',
    timeStamp: '2026-11-20T10:00:00Z',
    data: { bav: { id, verification: 'success', message: 'ok', data: { name } } },
  });
  const pending = async () => {
    const person = await known();
    const { id } = await link(person, '1234567890', 'ABCD0123450');
    const check = await until(async () => (await checksOf(id)).find((one) => one.provider_ref));
    return { person, id, ref: check.provider_ref! };
  };

  test('a forged one verifies no account: the bank itself is asked, and its word counts', async () => {
    const { person, id, ref } = await pending();
    expect((await post('sandbox-callback-token/bav', notice(ref))).status).toBe(200);
    await until(async () => {
      const { rows } = await server.sql.query<{ outcome: string | null }>(
        'select outcome from webhook_inbox where subject_ref = $1',
        [ref],
      );
      return rows[0]?.outcome === 'enquired' ? true : undefined;
    });
    expect((await find(person, id))?.verification.status).toBe('pending');
  });

  test('one without the secret is refused, one about an unknown check is kept as unmatched', async () => {
    const { ref } = await pending();
    expect((await post('guessed/bav', notice(ref))).status).toBe(401);
    expect((await post('sandbox-callback-token/bav', '{')).status).toBe(400);
    expect((await post('sandbox-callback-token/bav', notice('bav-nobody'))).status).toBe(200);
    await until(async () => {
      const { rows } = await server.sql.query<{ outcome: string | null }>(
        "select outcome from webhook_inbox where subject_ref = 'bav-nobody'",
      );
      return rows[0]?.outcome === 'unmatched' ? true : undefined;
    });
  });

  test('a true one is looked into at once', async () => {
    const person = await known();
    const { id } = await link(person, '9990000006', 'HDFC0000001');
    const check = await until(async () => (await checksOf(id)).find((one) => one.provider_ref));
    await drained();
    // Kept from the schedule, so that only the call-back can bring the answer.
    await server.sql.query("update bank_accounts set next_look_at = '2030-01-01' where id = $1", [id]);
    await advance(server, 'PT2H');
    await signInAgain(person);
    expect((await settled(person, id)).verification.status).toBe('verified');
    await until(async () => {
      const { rows } = await server.sql.query<{ outcome: string | null }>(
        'select outcome from webhook_inbox where subject_ref = $1',
        [check.provider_ref],
      );
      return rows[0]?.outcome === 'enquired' ? true : undefined;
    });
  });
});

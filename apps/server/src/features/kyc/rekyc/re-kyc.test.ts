import { type Kyc, type Problem } from '@mohlat/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '#test/harness.ts';
import { type Person, type Reply, until } from '#test/person.ts';
import { advance, drained, moveTo, signInAgain, somebody } from '#test/steps.ts';

let server: TestServer;
let begunAt: string;
beforeAll(async () => {
  server = await startTestServer();
  begunAt = new Date(server.now()).toISOString();
});
afterAll(() => server.stop());

interface Verdict {
  readonly status: string;
  readonly nameOnPan: string | null;
  readonly reason: { readonly code: string } | null;
}

const codeOf = (reply: Reply<unknown>) => (reply.body as Problem).code;
const kycOf = (person: Person) => person.ok<Kyc>('GET', '/kyc');
const verifyPan = (person: Person, pan = person.pan) => person.call<Verdict>('POST', '/kyc/pan', { pan });
const act = (what: string, more: object = {}) => server.control('POST', '/act', { what, ...more });

async function idOf(person: Person): Promise<string> {
  return (await person.ok<{ id: string }>('GET', '/me')).id;
}

async function titlesOf(person: Person): Promise<string[]> {
  const { items } = await person.ok<{ items: { title: string }[] }>('GET', '/notifications');
  return items.map((item) => item.title);
}

describe('a KYC comes to its end', () => {
  const credit = async (person: Person) => {
    const { rows } = await server.sql.query<{ state: string; state_reason: string | null }>(
      'select state, state_reason from credit_accounts where user_id = $1',
      [await idOf(person)],
    );
    return rows[0]!;
  };

  /** A date the given number of days from another. */
  const plus = (date: string, days: number) =>
    new Date(Date.parse(date) + days * 86_400_000).toISOString().slice(0, 10);
  const noonOf = (date: string) => `${date}T06:30:00Z`;

  async function redoAadhaar(person: Person, choice = 'approve_consent'): Promise<Reply<Verdict>> {
    const { aadhaar } = person;
    const { sessionId } = await person.ok<{ sessionId: string }>('POST', '/kyc/aadhaar', { aadhaar });
    await act(choice, { sessionId, aadhaarLast4: aadhaar.slice(-4) });
    return person.call('POST', `/kyc/aadhaar/${sessionId}/complete`);
  }

  async function dueOf(person: Person): Promise<string> {
    return (await kycOf(person)).reKycDueOn!;
  }

  test('LEND-24: it holds for eight years; told sixty days before, and redone, it holds for eight more', async () => {
    const person = await somebody(server).ready();
    const fresh = await kycOf(person);
    expect(fresh).toMatchObject({
      isReKycOpen: false,
      pan: { isDueAgain: false },
      aadhaar: { isDueAgain: false },
    });
    const due = fresh.reKycDueOn!;
    const { rows } = await server.sql.query<{ today: string }>(
      `select (ist_date(aadhaar_verified_at) + interval '8 years')::date::text as today from kyc_records where user_id = $1`,
      [await idOf(person)],
    );
    expect(due).toBe(rows[0]!.today);

    await moveTo(server, noonOf(plus(due, -61)));
    await signInAgain(person);
    expect((await kycOf(person)).isReKycOpen).toBe(false);
    const early = await person.call('POST', '/kyc/aadhaar', { aadhaar: person.aadhaar });
    expect([early.status, codeOf(early)]).toEqual([409, 'kyc_locked']);
    expect(await titlesOf(person)).not.toContain('Your KYC is due again');

    await moveTo(server, noonOf(plus(due, -60)));
    await signInAgain(person);
    await until(async () => ((await titlesOf(person)).includes('Your KYC is due again') ? true : undefined));
    const open = { isReKycOpen: true, isComplete: true };
    const [again, done] = [{ isDueAgain: true }, { isDueAgain: false }];
    expect(await kycOf(person)).toMatchObject({ ...open, pan: again, aadhaar: again });
    // Another person's numbers are no way to do it again.
    const other = await verifyPan(person, 'SBXPQ0790A');
    expect([other.status, codeOf(other)]).toEqual([409, 'kyc_locked']);
    const otherAadhaar = await person.call('POST', '/kyc/aadhaar', { aadhaar: '234123412346' });
    expect([otherAadhaar.status, codeOf(otherAadhaar)]).toEqual([409, 'kyc_locked']);

    expect((await verifyPan(person)).body.status).toBe('verified');
    expect(await dueOf(person)).toBe(due);
    expect(await kycOf(person)).toMatchObject({ ...open, pan: done, aadhaar: again });
    expect((await redoAadhaar(person, 'consent_name_mismatch')).body.status).toBe('rejected');
    expect(await kycOf(person)).toMatchObject({ reKycDueOn: due, aadhaar: { status: 'verified' } });
    expect((await redoAadhaar(person)).body.status).toBe('verified');
    const renewed = await kycOf(person);
    expect(renewed.isReKycOpen).toBe(false);
    expect(renewed.reKycDueOn! > plus(due, 365 * 7)).toBe(true);
    expect((await titlesOf(person)).filter((title) => title === 'Your KYC is due again')).toHaveLength(1);
    await moveTo(server, begunAt);
  });

  test.each([
    ['high', 2],
    ['low', 10],
  ])('LEND-24: at %s risk it holds for %i years', async (risk, years) => {
    const person = await somebody(server).signUp();
    await person.onboard();
    await server.sql.query('update kyc_records set risk = $2 where user_id = $1', [await idOf(person), risk]);
    await person.passKyc();
    const due = await dueOf(person);
    const today = (await server.control<{ now: string }>('GET', '/clock')).now;
    expect(Number(due.slice(0, 4)) - new Date(Date.parse(today) + 19_800_000).getUTCFullYear()).toBe(years);
  });

  test('LEND-14: after its last day the credit line rests, repaying goes on, and redoing it opens the line', async () => {
    const person = await somebody(server).ready();
    const id = await idOf(person);
    expect(await credit(person)).toMatchObject({ state: 'active' });
    // Its last day is brought near, so that nothing but the KYC comes to its end.
    const today = (await server.control<{ now: string }>('GET', '/clock')).now.slice(0, 10);
    await server.sql.query(
      'update kyc_records set rekyc_due_on = $2, rekyc_step_on = $3, pan_verified_at = $4, aadhaar_verified_at = $4 where user_id = $1',
      [id, plus(today, 5), today, '2020-01-01T00:00:00Z'],
    );
    await moveTo(server, noonOf(plus(today, 5)));
    await signInAgain(person);
    await until(async () => ((await titlesOf(person)).includes('Your KYC is due again') ? true : undefined));
    expect(await credit(person)).toMatchObject({ state: 'active' });

    await moveTo(server, noonOf(plus(today, 6)));
    await signInAgain(person);
    await until(async () => ((await credit(person)).state === 'suspended' ? true : undefined));
    expect(await credit(person)).toEqual({ state: 'suspended', state_reason: 'kyc_lapse' });
    expect(await titlesOf(person)).toContain('Your KYC has lapsed');
    await advance(server, 'PT30M');
    await drained();
    expect(await credit(person)).toEqual({ state: 'suspended', state_reason: 'kyc_lapse' });

    await signInAgain(person);
    expect((await verifyPan(person)).body.status).toBe('verified');
    expect(await credit(person)).toMatchObject({ state: 'suspended' });
    expect((await redoAadhaar(person)).body.status).toBe('verified');
    expect(await credit(person)).toEqual({ state: 'active', state_reason: null });
    expect((await kycOf(person)).isReKycOpen).toBe(false);
    await moveTo(server, begunAt);
  });

  test('a batch full of failing people backs off, and the sweep reaches those behind them', async () => {
    const person = await somebody(server).signUp();
    await person.onboard();
    await person.passKyc();
    await server.sql.query(`
      create function refuse_some() returns trigger language plpgsql as $$
      begin
        if new.user_id::text like '00000000%' then raise exception 'not this one'; end if;
        return new;
      end $$;
      create trigger refuse_some before update on kyc_records for each row execute function refuse_some();
      with made as (
        insert into profiles (user_id, created_at, updated_at)
        select ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, now(), now() from generate_series(1, 205) n
        returning user_id
      )
      insert into kyc_records (user_id, rekyc_due_on, rekyc_step_on, updated_at)
      select user_id, date '2020-03-01', date '2020-01-01', now() from made`);
    const today = (await server.control<{ now: string }>('GET', '/clock')).now.slice(0, 10);
    await server.sql.query(
      'update kyc_records set rekyc_due_on = $2, rekyc_step_on = $3 where user_id = $1',
      [await idOf(person), plus(today, 30), plus(today, -1)],
    );
    const told = await until(async () =>
      (await titlesOf(person)).find((title) => title === 'Your KYC is due again'),
    );
    expect(told).toBeDefined();
    await server.sql.query('drop function refuse_some cascade');
  });

  test('what was verified without a date is dated by the sweep', async () => {
    const person = await somebody(server).signUp();
    await person.onboard();
    await person.passKyc();
    await signInAgain(person);
    await server.sql.query(
      'update kyc_records set rekyc_due_on = null, rekyc_step_on = null where user_id = $1',
      [await idOf(person)],
    );
    const due = await until(async () => (await kycOf(person)).reKycDueOn ?? undefined);
    expect(due).toMatch(/^20\d\d-/);
  });
});

import { randomUUID } from 'node:crypto';
import type { AnswerOf, assessCredit, ClosurePreview } from '@mohlat/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { close, idOf } from '#test/erasing.ts';
import { startTestServer, type TestServer } from '#test/harness.ts';
import { Person, until } from '#test/person.ts';
import { type Loan, repaying } from '#test/repaying.ts';
import { promote } from '#test/recordings.ts';
import { drained, somebody } from '#test/steps.ts';

let server: TestServer;
const { aLoan } = repaying(() => server);
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

interface Repaid extends Loan {
  readonly userId: string;
  readonly repaymentId: string;
}

/** A loan that its person, who can be identified by PAN, has repaid in full. */
async function aRepaidLoan(): Promise<Repaid> {
  const loan = await aLoan(300_000, 1, await somebody(server).ready());
  const { id: repaymentId } = await loan.person.repay(loan.id, loan.owed);
  return { ...loan, repaymentId, userId: await idOf(loan.person) };
}

/** The payer's bank disputes the repayment; answers when our books know of it. */
async function dispute({ repaymentId }: Repaid): Promise<string> {
  const { rows } = await server.sql.query<{ ref: string }>(
    'select provider_payment_ref as ref from repayments where id = $1',
    [repaymentId],
  );
  const act = { what: 'dispute_payment', paymentId: rows[0]!.ref, deductAtOnce: true };
  const { disputeId } = await server.control<{ disputeId: string }>('POST', '/act', act);
  await untilChargeback(disputeId, 'deducted_at is not null');
  return disputeId;
}

async function decide(disputeId: string, verdict: 'won' | 'lost'): Promise<void> {
  await server.control('POST', '/act', { what: 'dispute_verdict', disputeId, verdict });
  await untilChargeback(disputeId, `status = '${verdict}'`);
  await drained();
}

const untilChargeback = (disputeId: string, so: string) =>
  until(async () => {
    const { rowCount } = await server.sql.query(
      `select 1 from chargebacks where dispute_ref = $1 and ${so}`,
      [disputeId],
    );
    return rowCount === 1 ? true : undefined;
  });

const blockersOf = async (person: Person) =>
  (await person.ok<ClosurePreview>('GET', '/me/closure')).blockers.map(({ code, amountPaise, count }) => ({
    code,
    amountPaise,
    count,
  }));

/** The same human being begins anew: another address, the same PAN. */
async function beginAnew({ pan }: Person): Promise<Person> {
  const anew = new Person(server, pan);
  await anew.signUp();
  await anew.onboard();
  return anew;
}

/** Undefined where the PAN was taken; else the reason why it was not. */
async function givePan(person: Person): Promise<string | undefined> {
  const reply = await person.call<{ pan?: { status: string; reason?: { code: string } }; code?: string }>(
    'POST',
    '/kyc/pan',
    { pan: person.pan },
  );
  return reply.body.pan?.status === 'verified'
    ? undefined
    : (reply.body.pan?.reason?.code ?? reply.body.code);
}

describe('LEND-24: closing an account beside a dispute of its repayment', () => {
  test('given an open dispute, then closing is refused with its amount; once it is won, it is not', async () => {
    const repaid = await aRepaidLoan();
    const { person, owed } = repaid;
    const disputeId = await dispute(repaid);
    expect(await blockersOf(person)).toEqual([{ code: 'dispute_open', amountPaise: owed, count: 1 }]);
    const refused = await person.call<{ code: string }>('DELETE', '/me', { confirm: 'DELETE' });
    expect([refused.status, refused.body.code]).toEqual([409, 'dispute_open']);
    await decide(disputeId, 'won');
    expect(await blockersOf(person)).toEqual([]);
    await close(person);
  });

  test.each(['lost_twice', 'chargeback_partial', 'chargeback_unclear'])(
    'given an open difference %s, then closing is refused until it is cleared',
    async (kind) => {
      const { person, userId, repaymentId } = await aRepaidLoan();
      const id = randomUUID();
      await server.sql.query(
        `insert into reconciliation_breaks (user_id, id, kind, rail, owner, repayment_id, theirs_paise, detail, opened_at)
         values ($1, $2, $3, 'razorpay', 'finance', $4, 12345, '{}', now())`,
        [userId, id, kind, repaymentId],
      );
      expect(await blockersOf(person)).toEqual([{ code: 'dispute_open', amountPaise: 12_345, count: 1 }]);
      await server.sql.query('update reconciliation_breaks set resolved_at = now() where id = $1', [id]);
      expect(await blockersOf(person)).toEqual([]);
    },
  );
});

describe('LEND-D10: a dispute that comes after the account was closed', () => {
  test('given a lost one, then the PAN is not free for another account until nothing is owed', async () => {
    const repaid = await aRepaidLoan();
    await close(repaid.person);
    const anew = await beginAnew(repaid.person);
    const disputeId = await dispute(repaid);
    expect(await givePan(anew)).toBe('identity_in_use');
    await decide(disputeId, 'lost');
    const again = await beginAnew(repaid.person);
    expect(await givePan(again)).toBe('identity_in_use');
    await server.sql.query(`update loans set status = 'closed', closed_on = current_date where id = $1`, [
      repaid.id,
    ]);
    const last = await beginAnew(repaid.person);
    expect(await givePan(last)).toBeUndefined();
  });

  test('given the PAN is with another account by then, then that one is declined', async () => {
    const repaid = await aRepaidLoan();
    await close(repaid.person);
    const anew = await beginAnew(repaid.person);
    await anew.passKyc();
    await decide(await dispute(repaid), 'lost');
    const { status, reasons } = await anew.ok<AnswerOf<typeof assessCredit>>('POST', '/credit/assessment', {
      consent: true,
    });
    expect([status, reasons.map(({ code }) => code)]).toEqual(['declined', ['D10']]);
  });

  test('given another account has a limit by then, then staff propose no higher one for it', async () => {
    const repaid = await aRepaidLoan();
    await close(repaid.person);
    const anew = await beginAnew(repaid.person);
    await anew.passKyc();
    await anew.getLimit();
    const userId = await idOf(anew);
    const risk = await promote(server, await somebody(server).signUp(), { roles: ['risk'] });
    const propose = (limitPaise: number) =>
      risk.call<{ code?: string }>(
        'POST',
        `/admin/users/${userId}/credit/limit`,
        { limitPaise, reason: 'Earns more by now' },
        { 'idempotency-key': randomUUID() },
      );
    await decide(await dispute(repaid), 'lost');
    const { status, body } = await propose(3_000_000);
    expect([status, body.code]).toEqual([409, 'credit_not_active']);
  });
});

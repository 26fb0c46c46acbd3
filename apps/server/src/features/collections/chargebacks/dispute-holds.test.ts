import type { AnswerOf, Credit, listReinstatements, Problem } from '@mohlat/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { anOffer } from '#test/belongings.ts';
import { startTestServer, type TestServer } from '#test/harness.ts';
import { type Person, type Reply, until } from '#test/person.ts';
import { idOf, meetAt } from '#test/racing.ts';
import { promote } from '#test/recordings.ts';
import { drained, somebody } from '#test/steps.ts';

/** The limit of a person whose repayment is disputed by the payer's bank. */

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const BILL_PAISE = 300_000;
const act = <T>(what: string, body: object) => server.control<T>('POST', '/act', { what, ...body });
const look = (person: Person) => person.ok<Credit>('GET', '/credit');
const standing = async (person: Person) => {
  const { state, stateReason } = await look(person);
  return [state, stateReason?.code ?? null];
};
const untilHold = (person: Person, code: string | null) =>
  until(async () => ((await standing(person))[1] === code ? true : undefined));
const codeOf = ({ status, body }: Reply<unknown>) => [status, (body as Problem).code];

interface Repaid {
  readonly person: Person;
  readonly cardId: string;
  readonly billId: string;
  readonly repaymentId: string;
  readonly paymentRef: string;
}

/** A bill that was paid, and repaid in full by a friend. */
async function repaid(known?: { readonly person: Person; readonly cardId: string }): Promise<Repaid> {
  const person = known?.person ?? (await somebody(server).ready());
  const cardId = known?.cardId ?? (await person.addCard()).id;
  const { id: billId } = await person.pay(cardId, BILL_PAISE);
  await person.untilBill(billId, 'paid');
  return { person, cardId, billId, ...(await repay(person, billId)) };
}

async function repay(person: Person, billId: string) {
  const { id: repaymentId } = await person.repay(billId, (await person.payment(billId)).outstandingPaise);
  const { rows } = await server.sql.query<{ ref: string }>(
    'select provider_payment_ref as ref from repayments where id = $1',
    [repaymentId],
  );
  return { repaymentId, paymentRef: rows[0]!.ref };
}

const raise = ({ paymentRef }: Pick<Repaid, 'paymentRef'>, deductAtOnce = true) =>
  act<{ disputeId: string }>('dispute_payment', { paymentId: paymentRef, deductAtOnce });

/** The payer's bank disputes the repayment; answers when the limit rests for it. */
async function disputed(one: Repaid, deductAtOnce = true): Promise<string> {
  const { disputeId } = await raise(one, deductAtOnce);
  await untilHold(one.person, 'dispute');
  return disputeId;
}

async function decide(disputeId: string, verdict: 'won' | 'lost'): Promise<void> {
  await act('dispute_verdict', { disputeId, verdict });
  await until(async () => {
    const { rowCount } = await server.sql.query(
      'select 1 from chargebacks where dispute_ref = $1 and status = $2',
      [disputeId, verdict],
    );
    return rowCount === 1 ? true : undefined;
  });
  await drained();
}

async function aMember(): Promise<Person> {
  const person = await somebody(server).signUp();
  await person.onboard();
  return promote(server, person);
}

test('LEND-14: given a dispute just heard of, then the limit rests, nothing is priced or accepted, and none is raised', async () => {
  const one = await repaid();
  const { person, cardId } = one;
  const quote = await person.quote(cardId, BILL_PAISE);
  await disputed(one, false);
  expect(await standing(person)).toEqual(['suspended', 'dispute']);
  expect((await look(person)).stateReason?.text).toMatch(
    /^A bank disputes a repayment of yours.+Contact support/,
  );
  expect(codeOf(await person.accept(quote.quoteId))).toEqual([409, 'credit_not_active']);
  const body = { cardId, amountPaise: BILL_PAISE, plan: { kind: 'single' } };
  expect(codeOf(await person.call('POST', '/payments/quote', body))).toEqual([409, 'credit_not_active']);
  const { limitPaise } = await look(person);
  const offer = await anOffer(server, await idOf(person));
  expect(codeOf(await person.call('POST', `/credit/offers/${offer}/accept`))).toEqual([
    409,
    'credit_not_active',
  ]);
  await person.ok('POST', '/credit/assessment', { consent: true, acceptLimit: true });
  expect(await look(person)).toMatchObject({ state: 'suspended', limitPaise });
  const titles = await until(async () => {
    const { items } = await person.ok<{ items: { title: string }[] }>('GET', '/notifications');
    const found = items.map(({ title }) => title);
    return found.includes('New payments are on hold') ? found : undefined;
  });
  expect(titles).toContain('New payments are on hold');
});

test('LEND-14: given a dispute that is won, then the limit is free again by itself', async () => {
  const one = await repaid();
  await decide(await disputed(one), 'won');
  expect(await standing(one.person)).toEqual(['active', null]);
  await repaid(one);
});

test('LEND-14, LEND-24: given a dispute that is lost, then only two people of the staff free the limit, once it is repaid', async () => {
  const one = await repaid();
  const { person, billId, cardId } = one;
  const userId = await idOf(person);
  const [first, second] = await Promise.all([aMember(), aMember()]);
  const propose = () =>
    first.call<{ approvalId: string } & Problem>('POST', `/admin/users/${userId}/credit/reinstatement`, {
      reason: 'spoke with them',
    });
  const listed = async (state: string) => {
    const path = `/admin/credit/reinstatements?state=${state}&limit=100`;
    const { items } = await first.ok<AnswerOf<typeof listReinstatements>>('GET', path);
    return items.find(({ account }) => account.id === userId);
  };
  const disputeId = await disputed(one);
  expect(codeOf(await propose())).toEqual([409, 'reinstatement_not_possible']);
  expect(await listed('owing')).toMatchObject({ hold: 'dispute', openDisputes: 1 });
  expect(await listed('ready')).toBeUndefined();
  await decide(disputeId, 'lost');
  expect(await standing(person)).toEqual(['suspended', 'dispute']);
  await repay(person, billId);
  expect(await standing(person)).toEqual(['suspended', 'dispute']);
  expect(await listed('ready')).toMatchObject({ hold: 'dispute', openDisputes: 0 });
  const { approvalId } = (await propose()).body;
  await second.ok('POST', `/admin/approvals/${approvalId}`, { decision: 'approve' });
  expect(await standing(person)).toEqual(['active', null]);
  // The next one is another one.
  const again = await repaid({ person, cardId });
  await disputed(again);
});

test('LEND-14: given an acceptance at the moment a dispute is heard of, then none follows the dispute', async () => {
  const one = await repaid();
  const { person, cardId, repaymentId } = one;
  const quote = await person.quote(cardId, BILL_PAISE);
  const lock = { text: 'select 1 from repayments where id = $1 for update', values: [repaymentId] };
  const [, accepted] = await meetAt<Reply<unknown> | undefined>(server, lock, [
    async () => void (await raise(one)),
    () => person.accept(quote.quoteId),
  ]);
  expect(codeOf(accepted!)).toEqual([409, 'credit_not_active']);
  expect(await standing(person)).toEqual(['suspended', 'dispute']);
});

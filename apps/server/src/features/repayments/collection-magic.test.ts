import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { brokenInvariants, startTestServer, type TestServer } from '#test/harness.ts';
import { type Loan, repaying } from '#test/repaying.ts';
import { advance, signInAgain } from '#test/steps.ts';

// apps/server/test/README.md says which test uses which of the sandbox's payers and approvers.

const AMOUNT = 10_000;

let server: TestServer;
let loan: Loan;
const {
  aLoan,
  begin,
  confirm,
  expectCollectionsAgree,
  expectRefundsAgree,
  payOrder,
  untilRepayment,
  untilReturned,
} = repaying(() => server);

beforeAll(async () => {
  server = await startTestServer();
  loan = await aLoan(300_000);
});
afterAll(() => server.stop());
afterEach(async () => {
  await expectCollectionsAgree();
  await expectRefundsAgree();
  expect(await brokenInvariants(server.databaseUrl)).toEqual([]);
});

const owed = async () => (await loan.person.payment(loan.id)).outstandingPaise;

test('pending@: no answer for ten minutes is no failure; then it failed, and the order may be paid again', async () => {
  const before = await owed();
  const begun = await begin(loan, AMOUNT, 'pending@razorpay');
  await advance(server, 'PT9M');
  expect((await untilRepayment(loan.person, begun.id, 'initiated')).failureReason).toBeUndefined();
  await advance(server, 'PT2M');
  await untilRepayment(loan.person, begun.id, 'failed');
  expect(await owed()).toBe(before);
  await confirm(loan.person, begun.id, await payOrder(begun.orderId, 'success@razorpay'));
  await untilRepayment(loan.person, begun.id, 'succeeded');
  expect(await owed()).toBe(before - AMOUNT);
});

test.each([
  ['a card without enough money', '4100280000080001'],
  ['a card whose bank timed out', '4100280000090000'],
  ['a card with a wrong OTP', '4100000000000001:123'],
])('%s pays nothing, and the same order may be paid by another', async (_, card) => {
  const before = await owed();
  const begun = await begin(loan, AMOUNT, card);
  await untilRepayment(loan.person, begun.id, 'failed');
  expect(await owed()).toBe(before);
  await confirm(loan.person, begun.id, await payOrder(begun.orderId, '4100000000000001'));
  await untilRepayment(loan.person, begun.id, 'succeeded');
  expect(await owed()).toBe(before - AMOUNT);
});

test('4111 1111 1111 1111 is a credit card: what is owed stays, and its money goes back', async () => {
  await signInAgain(loan.person);
  const before = await owed();
  const begun = await begin(loan, AMOUNT, '4111111111111111');
  await confirm(loan.person, begun.id, begun);
  await untilReturned(loan.id, AMOUNT);
  expect(await owed()).toBe(before);
});

test.each(['netbanking:HDFC', '5267318187975449'])('%s is captured and credited', async (using) => {
  const before = await owed();
  const begun = await begin(loan, AMOUNT, using);
  const reply = await confirm(loan.person, begun.id, begun);
  expect([reply.status, reply.body.status]).toEqual([200, 'succeeded']);
  expect(await owed()).toBe(before - AMOUNT);
});

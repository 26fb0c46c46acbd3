import { afterAll, beforeAll, expect, it } from 'vitest';
import { SETU_DATA_KEYS, aReceiver, aSandbox, caller } from './world.ts';
import type { Caller, World } from './world.ts';

let world: World;
let receiver: Awaited<ReturnType<typeof aReceiver>>;
let bank: Caller;

beforeAll(async () => {
  receiver = await aReceiver();
  world = await aSandbox({ webhookTarget: receiver.target, holdMs: 60 });
  bank = caller(`${world.url}/setu-data/api/verify/ban`, SETU_DATA_KEYS('sandbox-bav'));
});
afterAll(async () => {
  await world.close();
  await receiver.close();
});

const ask = (accountNumber: string, ifsc = 'HDFC0000001') => bank.post('', { ifsc, accountNumber });
const start = async (accountNumber: string, ifsc = 'HDFC0000001') =>
  String((await bank.post('/async', { ifsc, accountNumber, narration: 'Checking' })).body.id);
const result = async (id: string) => (await bank.get(`/async/${id}`)).body;

it('knows the documented pairs, also one whose IFSC has no zero in the middle', async () => {
  expect((await ask('1234567890', 'ABCD0123456')).body).toMatchObject({
    code: 'BAV00',
    verification: 'success',
    data: { name: 'ASHA RAO' },
  });
  expect((await ask('0987654321', 'DCBA6543210')).body).toMatchObject({ verification: 'failed' });
  expect((await ask('12', 'ABCD0123456')).status).toBe(400);
});

it.each([
  ['3456', 'BAV00'],
  ['3457', 'BAVM1'],
  ['3458', 'BAV78'],
  ['3459', 'BAV2000'],
  ['3467', 'BAV52'],
])('account 1234567890 at an IFSC ending %s answers %s', async (ending, code) => {
  expect((await result(await start('1234567890', `HDFC000${ending}`))).code).toBe(code);
});

it.each([
  ['03', 'BAVM5'],
  ['04', 'BAVM3'],
  ['05', 'BAVM4'],
  ['07', 'BAV91'],
  ['09', 'BAVM0'],
])('account 99900000%s answers %s', async (ending, code) => {
  expect((await result(await start(`99900000${ending}`))).code).toBe(code);
});

it('gives a similar name that scores about 78 % and another name that does not match', async () => {
  const score = async (account: string) => {
    const name2 = String((await ask(account)).body.data?.name);
    const { body } = await world.nameMatch.post('/match/v1/name', { name1: 'Asha Rao', name2 });
    return Number(body.pessimistic_match_output?.match_percentage);
  };
  expect(await score('9990000001')).toBe(78);
  expect(await score('9990000002')).toBeLessThan(45);
  const person = { pan: 'AAAPT1234T', name: 'Tara Nair', dateOfBirth: '1991-01-01', aadhaarLast4: '5555' };
  await world.control.post('/people', { ...person, accountNumber: '555500001111' });
  expect((await ask('555500001111')).body.data?.name).toBe('TARA NAIR');
});

it('leaves one pending for two hours and one for ever, and sends the webhook when it is known', async () => {
  const later = await start('9990000006');
  const never = await start('1234567890', 'HDFC0003450');
  expect((await result(later)).verification).toBe('pending');
  await world.control.post('/clock', { advance: 'PT2H' });
  expect((await result(later)).verification).toBe('success');
  expect((await result(never)).verification).toBe('pending');
  await receiver.until((all) => all.some((hook) => hook.raw.includes(later)));
  expect(receiver.received.find((hook) => hook.raw.includes(later))).toMatchObject({
    path: '/hooks/setu-data/sandbox-callback-token/bav',
    body: { data: { bav: { id: later, verification: 'success' } } },
  });
});

it('can lose the answer after the rupee moved, which the truth shows', async () => {
  await expect(ask('9990000008')).rejects.toThrow();
  const { body } = await world.control.get('/truth');
  expect(body.pennyDrops).toEqual(
    expect.arrayContaining([expect.objectContaining({ accountNumber: '9990000008', amountPaise: 100 })]),
  );
});

import { CARD_BANKS } from '@mohlat/contract';
import { afterEach, expect, test, vi } from 'vitest';
import { type Biller, ProviderUnreachable } from '#providers/index.ts';
import { failureOf } from '#test/sandbox.ts';
import { isBillerOf } from './biller-names.ts';
import { billerRefusal, createBillerDirectory } from './billers.ts';

afterEach(() => vi.restoreAllMocks());

const HOUR_MS = 3_600_000;
const biller = (name: string, change: Partial<Biller> = {}): Biller => ({
  id: `${name.replaceAll(' ', '')}0000000000`.slice(0, 14),
  name,
  status: 'ACTIVE',
  category: 'Credit Card',
  params: [],
  fetchKind: 'BILL_FETCH',
  responseKind: 'single',
  limit: { max: 500_000 },
  convenienceFee: [],
  ...change,
});
const away = () => {
  throw new ProviderUnreachable({ provider: 'setu_billpay', op: 'listBillers', message: 'away' });
};

/** A directory of a list that the test changes, and what it warned of. */
function directoryOf(items: readonly Biller[], unread: readonly string[] = []) {
  const rail = { list: () => ({ items: [...items], unread: [...unread] }) };
  const warned: object[] = [];
  const listCardBillers = async () => rail.list();
  const directory = createBillerDirectory(
    { listCardBillers },
    { warn: (told: object) => void warned.push(told) },
  );
  return { rail, directory, warned };
}

test.each([
  ['State Bank of India', 'SBI Card'],
  ['Bank of Baroda', 'BoB Credit Card'],
  ['Bank of Baroda', 'BOBCARD Limited'],
  ['HDFC Bank', 'HDFC Credit Card'],
  ['Yes Bank', 'YES BANK Credit Card'],
  ['Punjab National Bank', 'PNB Credit Card'],
  ['Standard Chartered Bank', 'Standard Chartered Credit Card'],
  ['Citibank', 'Citi Credit Card'],
])('PAY-22: given a card of %s, when the network lists %s, then that is its biller', async (bank, name) => {
  const { directory } = directoryOf([biller('Another Bank Credit Card'), biller(name)]);
  expect(await directory.find(bank)).toMatchObject({ name });
  expect(CARD_BANKS.filter((one) => isBillerOf(name, one))).toEqual([bank]);
});

test('PAY-22: given a name that only begins like that of a bank, then it is not its biller', () => {
  const names = ['Axiom Credit Card', 'Citizens Credit Card', 'SBIX Card', 'Bank of India Credit Card'];
  for (const name of names) expect(CARD_BANKS.filter((bank) => isBillerOf(name, bank))).toEqual([]);
});

test('PAY-22: given two billers of a bank, the first one switched off, then the other is found', async () => {
  const off = biller('HDFC Bank Credit Card', { status: 'DEACTIVATED' });
  const { directory } = directoryOf([off, biller('HDFC Credit Card')]);
  expect(await directory.find('HDFC Bank')).toMatchObject({ name: 'HDFC Credit Card' });
  expect(billerRefusal((await directory.known())!, 'HDFC Bank', 100)).toBeUndefined();
});

test('PAY-22: given an entry that says something new, then its bank alone has to wait', async () => {
  const { directory, warned } = directoryOf(
    [biller('ICICI Bank Credit Card')],
    ['Axis Bank Credit Card', ''],
  );
  expect(await directory.find('ICICI Bank')).toMatchObject({ name: 'ICICI Bank Credit Card' });
  expect(await failureOf(directory.find('Axis Bank'))).toMatchObject({ code: 'biller_unavailable' });
  expect(await failureOf(directory.find('Yes Bank'))).toMatchObject({ code: 'biller_not_supported' });
  const listed = (await directory.known())!;
  const refusals = ['ICICI Bank', 'Axis Bank', 'Yes Bank'].map((bank) => billerRefusal(listed, bank, 100));
  expect(refusals).toEqual([undefined, undefined, 'biller_not_supported']);
  expect(warned).toMatchObject([{ unread: ['Axis Bank Credit Card', ''] }]);
});

test('PAY-22: given a list of which no entry can be read, then it counts for nothing', async () => {
  const { directory } = directoryOf([], ['Axis Bank Credit Card']);
  expect(await failureOf(directory.find('Yes Bank'))).toMatchObject({ code: 'biller_unavailable' });
  expect(await directory.known()).toBeUndefined();
});

test('PAY-22: given a list of an hour ago, when it cannot be read again, then it still counts', async () => {
  const { directory, rail } = directoryOf([biller('Yes Bank Credit Card')]);
  await directory.find('Yes Bank');
  const now = performance.now();
  vi.spyOn(performance, 'now').mockReturnValue(now + HOUR_MS + 60_000);
  rail.list = away;
  expect(await directory.find('Yes Bank')).toMatchObject({ name: 'Yes Bank Credit Card' });
  rail.list = () => ({ items: [biller('Yes Bank Credit Card', { status: 'DEACTIVATED' })], unread: [] });
  expect(await failureOf(directory.find('Yes Bank'))).toMatchObject({ code: 'biller_deactivated' });
});

test('PAY-22: given a bank without a biller, when the list is read, then a warning names the bank', async () => {
  const { directory, warned } = directoryOf(CARD_BANKS.slice(1).map((bank) => biller(`${bank} Credit Card`)));
  await directory.known();
  expect(warned).toEqual([{ banks: ['HDFC Bank'], unread: [] }]);
});

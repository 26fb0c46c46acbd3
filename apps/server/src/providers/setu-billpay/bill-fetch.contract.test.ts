import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { failureOf, openSandbox } from '#test/sandbox.ts';
import type { SandboxWorld } from '#test/sandbox.ts';
import { billBench } from './contract.testing.ts';

const ANY = 'SBXA00000NATC1';

let world: SandboxWorld;
const { aMobile, fetched, port, sentTo, startFetch, today } = billBench(() => world);

beforeAll(async () => {
  world = await openSandbox();
});
afterEach(() => world.clearFaults());
afterAll(() => world.close());

describe('billers', () => {
  it('lists the card billers with what each asks of the customer', async () => {
    const { items } = await port().listCardBillers({});
    expect(items).toHaveLength(10);
    const [first] = items;
    expect(first).toMatchObject({ id: ANY, status: 'ACTIVE', exactness: 'Any', fetchKind: 'BILL_FETCH' });
    expect(first?.params.map((param) => param.name)).toEqual([
      'Registered Mobile Number',
      'Last 4 digits of Credit Card Number',
    ]);
    expect(items.find((item) => item.id === 'SBXD00000NATC4')?.status).toBe('DEACTIVATED');
    expect(items.find((item) => item.id === 'SBXF00000NATC6')?.responseKind).toBe('list');
    expect(items.find((item) => item.id === 'SBXE00000NATC5')?.convenienceFee).toHaveLength(1);
    // The least of the mode we pay by, and the most of the channel: each the narrower of the two.
    expect(first?.limit).toEqual({ min: 100, max: 100_000_000 });
    expect(items.find((item) => item.id === 'SBXJ00000NATC0')?.limit).toEqual({
      min: 10_000,
      max: 20_000_000,
    });
  });

  it('finds billers by their ids', async () => {
    const { items } = await port().listCardBillers({ ids: ['SBXJ00000NATC0', ANY] });
    expect(items.map((item) => item.id)).toEqual([ANY, 'SBXJ00000NATC0']);
  });

  it('searches by name', async () => {
    const { items } = await port().listCardBillers({ search: 'axis' });
    expect(items.map((item) => item.name)).toEqual(['Axis Bank Credit Card']);
  });
});

describe('fetching a bill', () => {
  it('reads amount, minimum due, dates and options', async () => {
    const fetch = await fetched('4321');
    expect(fetch).toMatchObject({ state: 'ready', exactness: 'Any' });
    if (fetch.state !== 'ready') return;
    expect(fetch.bills[0]).toMatchObject({ amount: 532_100, minimumDue: 26_605 });
    expect(fetch.bills[0]?.options.map((option) => option.name)).toEqual(['Minimum Due', 'Total Due']);
    expect(fetch.bills[0]?.dueDate).toMatch(/^\d{4}-\d{2}-\d{2}$/);
  });

  it.each([
    ['0001', 'bill_not_due'],
    ['0002', 'customer_not_found'],
    ['0003', 'biller_down'],
  ])('gives %s its reason %s as a verdict, not an error', async (last4, reason) => {
    expect(await fetched(last4)).toMatchObject({ state: 'failed', failure: { reason } });
  });

  it('stays in progress until the biller answers', async () => {
    expect(await fetched('0004')).toEqual({ state: 'processing' });
    const { fetchRef } = await startFetch('0005');
    expect(await port().getFetch(fetchRef)).toEqual({ state: 'processing' });
    await world.advance('PT31S');
    expect((await port().getFetch(fetchRef)).state).toBe('ready');
  });

  it('refuses what the biller’s validation refuses', async () => {
    expect(await failureOf(startFetch('0006'))).toMatchObject({
      name: 'BillRejected',
      outcome: 'rejected',
      providerCode: 'validation-error',
    });
  });

  it('repeats a failing start twice and then gives up as not done', async () => {
    const before = sentTo('startFetch');
    expect(await failureOf(startFetch('0007'))).toMatchObject({ name: 'ProviderServerError', retry: 'safe' });
    expect(sentTo('startFetch') - before).toBe(3);
    expect(await failureOf(startFetch('0008'))).toMatchObject({ name: 'ProviderMalformed' });
  });

  it('hears of the result by a webhook that arrives before the answer', async () => {
    const { fetchRef } = await startFetch('0009');
    const [webhook] = await world.waitForWebhooks((w) => w.rawBody.includes(fetchRef));
    expect(webhook && port().parseWebhook(webhook)).toMatchObject({
      trust: 'hint',
      payload: { kind: 'fetch', ref: fetchRef },
    });
  });

  it('reads an overdue bill, a credit balance and a changing amount as they are', async () => {
    const overdue = await fetched('0010');
    expect(overdue.state === 'ready' && (overdue.bills[0]?.dueDate ?? '') < today()).toBe(true);
    expect(await fetched('0011')).toMatchObject({ bills: [{ amount: 0 }] });
    const mobile = aMobile();
    const amounts = [];
    for (let i = 0; i < 2; i += 1) {
      const fetch = await port().getFetch((await startFetch('0012', ANY, mobile)).fetchRef);
      amounts.push(fetch.state === 'ready' ? fetch.bills[0]?.amount : undefined);
    }
    expect(amounts[0]).not.toBe(amounts[1]);
  });

  it('reports the name the biller has', async () => {
    expect(await fetched('0013')).toMatchObject({ bills: [{ customerName: 'Devika Sen' }] });
  });

  it('reads the ranges and the lists of billers that have them', async () => {
    expect(await fetched('4321', 'SBXC00000NATC3')).toMatchObject({
      exactness: 'RANGE',
      bills: [{ multipleOf: 100 }],
    });
    const list = await fetched('4321', 'SBXF00000NATC6');
    expect(list.state === 'ready' && [list.selection, list.bills.length]).toEqual(['single', 2]);
  });

  it('refuses a biller that has closed', async () => {
    expect(await failureOf(startFetch('4321', 'SBXD00000NATC4'))).toMatchObject({ reason: 'biller_closed' });
  });
});

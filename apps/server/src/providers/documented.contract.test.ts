import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { liveProviders, openSandbox } from '#test/sandbox.ts';
import type { Providers } from './index.ts';

const ctx = { requestId: 'contract', actor: 'job' } as const;
const environments =
  process.env['CONTRACT_LIVE'] === '1' ? ['the sandbox', 'the providers'] : ['the sandbox'];

/** The values the providers themselves publish for tests: the same cases against our twin and their sandboxes. */
describe.each(environments)('the documented cases, against %s', (environment) => {
  let providers: Providers;
  let close: () => Promise<void>;

  beforeAll(async () => {
    const live = environment === 'the providers' ? liveProviders() : undefined;
    const twin = live ? undefined : await openSandbox();
    const chosen = live ?? twin?.providers;
    if (!chosen) throw new Error('nothing to test against');
    providers = chosen;
    close = () => (twin ?? chosen).close();
  });
  afterAll(() => close());

  it('lists card billers that say what they need', async () => {
    const { items } = await providers.billPayment.listCardBillers({});
    expect(items.length).toBeGreaterThan(0);
    for (const item of items) expect(item.params.length).toBeGreaterThan(0);
  });

  it.each([
    ['ABCDE1234A', 'valid'],
    ['ABCDE1234B', 'invalid'],
    ['ABCDE1234C', 'not_found'],
  ])('answers PAN %s as %s', async (pan, verdict) => {
    expect(await providers.pan.verify({ pan, consentId: 'consent-1' }, ctx)).toMatchObject({ verdict });
  });

  it('finds identical names identical', async () => {
    expect((await providers.nameMatch.score('Asha Rao', 'Asha Rao'))?.percent).toBe(100);
  });

  it('starts a DigiLocker session that waits for the person', async () => {
    const session = await providers.aadhaar.start(
      { returnUrl: 'https://mohlat.example/kyc/return?state=s1', consentId: 'consent-1' },
      ctx,
    );
    expect(await providers.aadhaar.status(session.ref)).toBe('waiting');
  });

  it('creates one order per receipt', async () => {
    const order = { receipt: `contract-${randomUUID().slice(0, 18)}`, amount: 10_000, notes: {} };
    const first = await providers.collection.createOrder(order, ctx);
    const again = await providers.collection.createOrder(order, ctx);
    expect(again.orderRef).toBe(first.orderRef);
    expect(await providers.collection.getOrder(first.orderRef)).toMatchObject({
      status: 'created',
      amount: 10_000,
    });
    expect(await providers.collection.paymentsOf(first.orderRef)).toEqual([]);
  });

  it('knows a large bank’s branch', async () => {
    expect(await providers.ifsc.lookup('HDFC0000001')).toMatchObject({ found: true, source: 'live' });
  });
});

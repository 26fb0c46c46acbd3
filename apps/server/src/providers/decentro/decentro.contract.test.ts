import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { failureOf, openSandbox } from '#test/sandbox.ts';
import type { SandboxWorld } from '#test/sandbox.ts';
import type { BureauPull } from '../index.ts';

const ctx = { requestId: 'contract', actor: 'job' } as const;
let world: SandboxWorld;

beforeAll(async () => {
  world = await openSandbox();
});
afterEach(() => world.clearFaults());
afterAll(() => world.close());

const aPull = (pan: string, over: Partial<BureauPull> = {}): BureauPull => ({
  key: `bureau-${randomUUID()}`,
  consentId: 'consent-1',
  name: 'Asha Rao',
  pan,
  dateOfBirth: '1990-01-01',
  mobile: '9876543210',
  address: '14, 2nd Cross, Jayanagar, Bengaluru',
  pincode: '560041',
  ...over,
});
const pull = (pan: string, over: Partial<BureauPull> = {}) =>
  world.providers.creditBureau.pull(aPull(pan, over), ctx);
const sent = () => world.calls.filter((call) => call.op === 'pullReport').length;

it('reads the score and the summary, amounts in paise', async () => {
  expect(await pull('SBXPA0815A')).toMatchObject({
    kind: 'score',
    score: 815,
    model: 'Sandbox score 4.0',
    summary: {
      activeAccountCount: 1,
      overdueAmount: 0,
      overdueAccountCount: 0,
      totalBalance: 1_250_000,
      enquiries30DaysCount: 1,
    },
    reportRef: expect.any(String),
  });
  const report = await pull('ABCDE1234A');
  expect(report).toMatchObject({ kind: 'score', score: 782 });
  expect(report.kind === 'score' ? (report.summary.oldestAccountMonths ?? 0) : 0).toBeGreaterThan(60);
});

it('sees what is overdue', async () => {
  expect(await pull('SBXPA9004A')).toMatchObject({
    score: 720,
    summary: { overdueAmount: 1_840_000, overdueAccountCount: 1 },
  });
});

it.each([
  ['9006', { monthlyObligations: 1_800_000, enquiries90DaysCount: 1 }],
  ['9007', { writtenOffOn: expect.stringMatching(/^\d{4}-\d{2}-01$/), monthlyObligations: 0 }],
  ['9008', { late30On: expect.stringMatching(/^\d{4}-\d{2}-01$/), overdueAccountCount: 0 }],
  ['9009', { enquiries90DaysCount: 7 }],
  ['9010', { monthlyObligations: 4_500_000 }],
  ['9004', { late30On: expect.any(String) }],
])(
  'reads commitments, late payments, write-offs and enquiries from a file of %s',
  async (digits, summary) => {
    const report = await pull(`SBXPA${digits}A`);
    expect(report).toMatchObject({ kind: 'score', summary });
    const clean = await pull('SBXPA0815A');
    expect(clean.kind === 'score' && [clean.summary.late30On, clean.summary.writtenOffOn]).toEqual([
      undefined,
      undefined,
    ]);
  },
);

it('tells a person who is not on file from one with too little on file', async () => {
  expect(await pull('SBXPA0000A')).toMatchObject({ kind: 'no_hit' });
  expect(await pull('SBXPA0001A')).toMatchObject({ kind: 'thin_file', summary: { activeAccountCount: 1 } });
});

it('invents no score when the bureau fails or answers with an error item', async () => {
  for (const pan of ['SBXPA9001A', 'SBXPA9005A']) {
    expect(await failureOf(pull(pan))).toMatchObject({ name: 'ProviderServerError', outcome: 'unknown' });
  }
});

it('is sent once when the answer is lost, and a repeat with the same key says it happened', async () => {
  const before = sent();
  const key = `bureau-${randomUUID()}`;
  expect(await failureOf(pull('SBXPA9002A', { key }))).toMatchObject({ name: 'ProviderTimeout' });
  expect(sent() - before).toBe(1);
  expect(await failureOf(pull('SBXPA9002A', { key }))).toMatchObject({
    name: 'ProviderDuplicate',
    outcome: 'unknown',
  });
  expect(await failureOf(pull('SBXPA9003A'))).toMatchObject({ name: 'ProviderDuplicate' });
});

it('asks without a PIN code, and says where the bureau wants one', async () => {
  const { pincode: _, ...unplaced } = aPull('SBXPA0815A');
  expect(await world.providers.creditBureau.pull(unplaced, ctx)).toMatchObject({ score: 815 });
  const refused = world.providers.creditBureau.pull({ ...unplaced, key: 'wanted', pan: 'SBXPA9011A' }, ctx);
  expect(await failureOf(refused)).toMatchObject({ name: 'PinCodeMissing', outcome: 'rejected' });
});

it('rejects a request that lacks something, naming the key', async () => {
  expect(await failureOf(pull('SBXPA0815A', { pincode: '56' }))).toMatchObject({
    name: 'PinCodeMissing',
    providerCode: 'error_invalid_pincode',
  });
  expect(await failureOf(pull('SBXPA0815A', { mobile: '1' }))).toMatchObject({ name: 'ProviderRejected' });
});

it('repeats once after being throttled, before anything was done', async () => {
  await world.fault({ provider: 'decentro', op: 'credit_report', fault: { rate_limit: 0.01 } });
  expect(await pull('SBXPA0815A')).toMatchObject({ score: 815 });
});

it('is malformed, and unknown, when the answer is no JSON', async () => {
  await world.fault({
    provider: 'decentro',
    op: 'credit_report',
    fault: { malformed: 'html', commit: 'after' },
  });
  expect(await failureOf(pull('SBXPA0815A'))).toMatchObject({
    name: 'ProviderMalformed',
    outcome: 'unknown',
  });
});

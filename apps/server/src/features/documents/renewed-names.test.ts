import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '#test/harness.ts';
import { downloadPdf } from '#test/pdf-text.ts';
import type { Person } from '#test/person.ts';
import { carry, comeDue, decidePanReview } from '#test/renewing.ts';
import { advance, somebody } from '#test/steps.ts';
import { namesFrom } from './names.ts';

let server: TestServer;
let asha: Person;
let before: string;
let after: string;
beforeAll(async () => {
  server = await startTestServer();
  await server.control('POST', '/act', { what: 'auditor_policy', policy: 'wait' });
  asha = await somebody(server).ready();
  const card = await asha.addCard();
  const pay = async () => {
    const { id } = await asha.pay(card.id, 300_000);
    await asha.untilBill(id, 'paid');
    return id;
  };
  before = await pay();
  await comeDue(asha);
  await carry(asha, 'Meera Krishnamurthy');
  await asha.ok('POST', '/kyc/pan', { pan: asha.pan });
  await decidePanReview(asha, 'approve');
  // A rail tells the second in which it paid, and not the part of it.
  await advance(server, 'PT1M');
  after = await pay();
});
afterAll(() => server.stop());

test.each(['agreement', 'receipt'])(
  'given a name that is renewed, then %s.pdf of a payment made before keeps the former one, and of one after it has the new one',
  async (kind) => {
    const [old, fresh] = [
      await downloadPdf(asha, `/payments/${before}/${kind}.pdf`),
      await downloadPdf(asha, `/payments/${after}/${kind}.pdf`),
    ];
    expect(old.text).toContain('Asha Rao');
    expect(old.text).not.toContain('MEERA');
    expect(fresh.text).toContain('MEERA KRISHNAMURTHY');
    expect(fresh.text).not.toContain('Asha Rao');
  },
);

const [FIRST, SECOND, THIRD] = ['2026-01-10T10:00:00Z', '2027-01-10T10:00:00Z', '2028-01-10T10:00:00Z'].map(
  (instant) => new Date(instant),
);
const row = (fullName: string, nameOnPan: string, appliedAt = FIRST!) => ({
  full_name: fullName,
  name_on_pan: nameOnPan,
  applied_at: appliedAt,
});

test.each([
  ['no review', [], ['C', 'C', 'C']],
  ['a review that changed nothing', [row('C', 'C K')], ['C', 'C', 'C']],
  ['two renewals', [row('A', 'B'), row('B', 'C', SECOND)], ['A', 'B', 'C']],
  ['a first check before a renewal', [row('B', 'B K'), row('B', 'C', SECOND)], ['B', 'B', 'C']],
  ['a name that came back', [row('C', 'B'), row('B', 'C', SECOND)], ['C', 'B', 'C']],
])('given %s, then each paper has the name of its instant', (_, reviews, expected) => {
  const nameAt = namesFrom('C', reviews);
  const instants = [new Date(FIRST!.getTime() - 1), FIRST!, THIRD!];
  expect(instants.map((at) => nameAt(at))).toEqual(expected);
});

test('given a profile whose name is erased, then no paper has a name', () => {
  expect(namesFrom(null, [row('A', 'B')])(new Date(0))).toBe('');
});

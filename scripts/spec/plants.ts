import { readTests } from './tests.ts';

const WORDS = 'a sentence of the specification';

interface Plant {
  readonly what: string;
  readonly text: string;
  readonly isJourney?: true;
}

/** Tests that hold the sentence and prove nothing of it. */
const LIES: readonly Plant[] = [
  { what: 'a comment', text: `test('a', () => { /* expect(x).toBe('${WORDS}') */ expect(1).toBe(1); });` },
  { what: 'what is only set up', text: `test('a', () => { answer('${WORDS}'); expect(1).toBe(1); });` },
  {
    what: 'a name that is never asserted',
    text: `test('a', () => { const words = '${WORDS}'; expect(1).toBe(1); });`,
  },
  { what: 'what must not be', text: `test('a', () => { expect(text).not.toBe('${WORDS}'); });` },
  {
    what: 'what must be absent',
    text: `test('a', () => { expect(screen.queryByText('${WORDS}')).toBeNull(); });`,
  },
  {
    what: 'what may be missing',
    text: `test('a', () => { expect(screen.queryByText('${WORDS}')).toBeDefined(); });`,
  },
  { what: 'a test that is left out', text: `test.skip('a', () => { expect(x).toBe('${WORDS}'); });` },
  { what: 'what a failure says', text: `test('a', () => { expect(x, '${WORDS}').toBe(1); });` },
  { what: 'what no test calls', text: `const see = () => expect(x).toBe('${WORDS}');\ntest('a', () => {});` },
  { what: 'what stands around tests', text: `beforeEach(() => { expect(x).toBe('${WORDS}'); });` },
  {
    what: 'a column of a table that is not asserted',
    text: `test.each([['${WORDS}', 1]])('a', (typed, count) => { type(typed); expect(n).toBe(count); });`,
  },
  {
    what: 'an element of a journey that nobody touches',
    text: `test('a', async ({ page }) => { page.getByText('${WORDS}'); });`,
    isJourney: true,
  },
];

/** Ways of asserting that are to be seen as such. */
const TRUTHS: readonly Plant[] = [
  { what: 'an expectation', text: `test('a', () => { expect(text).toBe('${WORDS}'); });` },
  {
    what: 'a search that must find',
    text: `test('a', async () => { await screen.findByText('${WORDS}'); });`,
  },
  {
    what: 'a column of a table',
    text: `test.each([['x', '${WORDS}']])('a', (typed, words) => { expect(text).toBe(words); });`,
  },
  {
    what: 'a function with the sentence',
    text: `const see = (words) => expect(text).toBe(words);\ntest('a', () => { see('${WORDS}'); });`,
  },
  {
    what: 'a loop',
    text: `test('a', () => { for (const words of ['x', '${WORDS}']) expect(text).toContain(words); });`,
  },
  {
    what: 'an element of a journey that is pressed',
    text: `test('a', async ({ page }) => { await page.getByRole('button', { name: '${WORDS}' }).click(); });`,
    isJourney: true,
  },
];

/** What the reading of tests takes for a proof and is none, or does not see. */
export function findBadReading(): readonly string[] {
  const isSeen = ({ text, isJourney }: Plant) =>
    readTests(isJourney ? 'e2e/planted.spec.ts' : 'planted.test.ts', text).some(({ says }) =>
      says.has(WORDS),
    );
  return [
    ...LIES.filter(isSeen).map(({ what }) => `${what} is taken for a proof`),
    ...TRUTHS.filter((plant) => !isSeen(plant)).map(({ what }) => `${what} is not seen`),
  ].map((what) => `The reading of tests is wrong: ${what}. Mend scripts/spec/tests.ts.`);
}

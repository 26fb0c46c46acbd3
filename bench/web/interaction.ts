import type { Browser, Locator, Page } from '@playwright/test';
import type { Member } from '../../e2e/member.ts';

/** The bounds of the design: what the page may move, and how long it may take to answer a finger. */
export const LAYOUT_SHIFT_MAX = 0.02;
export const INTERACTION_MAX_MS = 100;
/** A phone of 4 GB beside this machine, as Lighthouse has it. */
const CPU_SLOWER = 4;
const PHONE = { width: 360, height: 780 } as const;

export interface Measured {
  readonly step: string;
  /** The sum of what moved by itself, not for half a second after a finger. */
  readonly layoutShift: number;
  /** The slowest of the step, from the finger to the next picture. */
  readonly slowestMs: number;
  /** The event and target of the slowest answer: "pointerup button". */
  readonly slowest: string;
}

interface Seen {
  shift: number;
  slowestMs: number;
  slowest: string;
}

/** Runs in the page before anything else: collects what moves and how long answers take. */
const WATCH = `
  globalThis.seen = { shift: 0, slowestMs: 0, slowest: '' };
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) seen.shift += entry.value;
  }).observe({ type: 'layout-shift', buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      if (!entry.interactionId || entry.duration <= seen.slowestMs) continue;
      seen.slowestMs = entry.duration;
      seen.slowest = entry.name + ' ' + (entry.target?.tagName ?? '').toLowerCase();
    }
  }).observe({ type: 'event', durationThreshold: 16, buffered: true });
`;
/** Two pictures and a moment: entries arrive after the picture they are about. */
const SETTLED = `new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 250))))`;

async function readAndForget(page: Page): Promise<Seen> {
  await page.evaluate(SETTLED);
  const seen = await page.evaluate<Seen>('({ ...seen })');
  await page.evaluate(`seen = { shift: 0, slowestMs: 0, slowest: '' }`);
  return seen;
}

/** A finger on the middle of a thing. Where that is was looked up before, so that the page is not busy with our looking. */
async function tap(page: Page, target: Locator): Promise<void> {
  await target.scrollIntoViewIfNeeded();
  const box = await target.boundingBox();
  if (box === null) throw new Error('nothing to put a finger on');
  await page.evaluate(SETTLED);
  await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
}

type Step = readonly [step: string, act: () => Promise<unknown>];

/** The steps of a person, by finger; each line is measured by itself. */
function story(page: Page): readonly Step[] {
  const press = (name: RegExp | string) => tap(page, page.getByRole('button', { name }));
  const choose = (role: 'radio' | 'checkbox', name: RegExp) =>
    tap(page, page.locator('label', { has: page.getByRole(role, { name }) }));
  const agreement = page.getByRole('checkbox', { name: /I have read the key facts/ });
  const amount = page.getByLabel('Bill amount').last();
  return [
    ['dashboard opens', () => page.getByText('Available Credit').waitFor()],
    [
      'menu opens',
      async () => {
        await press('Open menu');
        await page.getByRole('dialog', { name: 'Menu' }).waitFor();
      },
    ],
    ['menu closes', () => press('Close')],
    [
      'to the wizard',
      async () => {
        await tap(page, page.getByRole('link', { name: 'Pay', exact: true }).last());
        await page.getByText('Step 1 of 3').waitFor();
      },
    ],
    [
      'card chosen',
      async () => {
        await press('Continue');
        await page.getByRole('radio', { name: /Full amount due/ }).waitFor();
      },
    ],
    [
      'amount typed',
      async () => {
        await choose('radio', /Another amount/);
        await tap(page, amount);
        await amount.fill('');
        await page.keyboard.type('9000');
      },
    ],
    [
      'to the price',
      async () => {
        await press('Continue');
        await agreement.waitFor();
      },
    ],
    ['plan changed', () => choose('radio', /3 EMIs/)],
    ['key facts opened', () => tap(page, page.getByText('Key facts statement', { exact: true }))],
    [
      'costs drawn',
      async () => {
        await tap(page, page.getByText('What it costs over time'));
        await page.getByText('How the bill falls and the cost grows').first().waitFor();
      },
    ],
    ['agreed', () => choose('checkbox', /I have read the key facts/)],
    [
      'paid',
      async () => {
        await press(/^Pay HDFC Bank ₹/);
        await page.getByRole('heading', { name: 'HDFC Bank has your payment' }).waitFor();
      },
    ],
  ];
}

/** The pay wizard on a slow phone; the member has a limit, and one saved card of HDFC Bank. */
export async function measureInteractions(
  browser: Browser,
  origin: string,
  member: Member,
): Promise<Measured[]> {
  const context = await browser.newContext({
    viewport: PHONE,
    hasTouch: true,
    baseURL: origin,
    locale: 'en-IN',
  });
  try {
    const page = await context.newPage();
    await member.enter(page);
    await page.addInitScript(WATCH);
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWER });
    await page.goto('/dashboard');
    const measured: Measured[] = [];
    for (const [step, act] of story(page)) {
      await act();
      const { shift, slowestMs, slowest } = await readAndForget(page);
      measured.push({ step, layoutShift: shift, slowestMs, slowest });
    }
    return measured;
  } finally {
    await context.close();
  }
}

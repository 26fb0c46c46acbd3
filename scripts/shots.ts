// `npm run shots`: a picture of every screen, at both widths and in both themes, of a product of its own.
// They go to .cache/shots to be looked at; `npm run shots -- --keep` renews the few that the README shows.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import { Member, someone } from '../e2e/member.ts';
import { Outside } from '../e2e/outside.ts';
import { agree, enterAmount, enterCard } from '../e2e/steps.ts';
import { findBrowser } from './browser.ts';
import { ROOT, say } from './run.ts';
import { startService } from './service.ts';

const PORT = 3700;
const SANDBOX_PORT = PORT + 100;
const ORIGIN = `http://localhost:${PORT}`;
const SCREENS = {
  phone: { width: 360, height: 780 },
  desktop: { width: 1280, height: 860 },
} as const;
const THEMES = ['light', 'dark'] as const;
/** What the README shows. */
const KEPT = new Set([
  'dashboard-desktop-light',
  'pay-3-phone-light',
  'result-phone-dark',
  'plan-desktop-light',
]);

const isKeeping = process.argv.includes('--keep');
const folder = join(ROOT, isKeeping ? 'docs/pictures' : '.cache/shots');

interface World {
  readonly newcomer: Member;
  readonly member: Member;
  readonly paidId: string;
  readonly failedId: string;
  readonly unclearId: string;
}

/** Somebody new, and somebody with a long name, a plan, a bill that failed and one whose outcome is not known. */
async function settle(): Promise<World> {
  const outside = new Outside(`http://127.0.0.1:${SANDBOX_PORT}`, '');
  const make = async (name: string, stage: 'profile' | 'limit') => {
    const identity = someone(name);
    await outside.register(identity);
    return new Member(ORIGIN, outside, identity).reach(stage);
  };
  const newcomer = await make('Asha Rao', 'profile');
  const member = await make(isKeeping ? 'Asha Rao' : 'Venkatanarasimharajuvaripeta Subrahmanyam', 'limit');
  const paid = await member.pay('4021', 900_000, { kind: 'emi', instalments: 3 });
  await member.repay(paid.id, 100_000);
  if (isKeeping) return { newcomer, member, paidId: paid.id, failedId: paid.id, unclearId: paid.id };
  const { id: failedId } = await member.start('1002', 200_000);
  const { id: unclearId } = await member.start('1018', 123_456);
  await member.until(failedId, 'failed');
  await member.until(unclearId, 'unknown');
  return { newcomer, member, paidId: paid.id, failedId, unclearId };
}

type Take = (name: string) => Promise<void>;

async function takeAll(browser: Browser, screen: keyof typeof SCREENS, world: World): Promise<void> {
  const context = await browser.newContext({
    viewport: SCREENS[screen],
    baseURL: ORIGIN,
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
    reducedMotion: 'reduce',
    deviceScaleFactor: isKeeping ? 1.5 : 1,
  });
  const page = await context.newPage();
  const take: Take = async (name) => {
    await page
      .locator('[aria-busy=true]')
      .waitFor({ state: 'detached', timeout: 5_000 })
      .catch(() => undefined);
    await page.evaluate('scrollTo(0, 0)');
    for (const theme of THEMES) {
      const full = `${name}-${screen}-${theme}`;
      if (isKeeping && !KEPT.has(full)) continue;
      await page.emulateMedia({ colorScheme: theme });
      // Colours fade into one another.
      await page.waitForTimeout(150);
      await page.screenshot({ path: join(folder, `${full}.png`), fullPage: !isKeeping });
    }
  };
  await takePublic(page, take);
  await takeNewcomer(page, take, world);
  await takeMember(page, take, world, screen);
  await context.close();
}

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.getByRole('heading', { level: 1 }).waitFor();
}

async function takePaths(page: Page, take: Take, paths: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, path] of Object.entries(paths)) {
    await open(page, path);
    await take(name);
  }
}

async function takePublic(page: Page, take: Take): Promise<void> {
  await takePaths(page, take, {
    landing: '/',
    features: '/features',
    pricing: '/pricing',
    support: '/support',
    'learn-more': '/learn-more',
    terms: '/terms',
    login: '/login',
    signup: '/signup',
    'forgot-password': '/forgot-password',
    'new-password': '/new-password',
    'not-found': '/no/such/page',
  });
  await open(page, '/signup');
  await page.getByRole('button', { name: 'Create Account' }).click();
  await take('signup-errors');
  await page.getByRole('tab', { name: 'Mobile' }).click();
  await take('signup-mobile');
  await takePaths(page, take, { 'landing-hi': '/hi' });
  // The language of a public page is remembered.
  await page.evaluate(() => localStorage.clear());
}

async function takeNewcomer(page: Page, take: Take, { newcomer }: World): Promise<void> {
  await newcomer.enter(page);
  await takePaths(page, take, {
    'dashboard-new': '/dashboard',
    'pay-before-kyc': '/dashboard/pay-bill',
    'transactions-empty': '/dashboard/transactions',
    'payments-empty': '/dashboard/payments',
    'profile-new': '/dashboard/profile',
    'kyc-pan': '/dashboard/kyc-verification',
  });
}

async function takeMember(page: Page, take: Take, world: World, screen: keyof typeof SCREENS): Promise<void> {
  const { member, paidId, failedId, unclearId } = world;
  await member.enter(page);
  await takePaths(page, take, {
    dashboard: '/dashboard',
    transactions: '/dashboard/transactions',
    payments: '/dashboard/payments',
    plan: `/dashboard/payments/${paidId}`,
    result: `/dashboard/payment-success?id=${paidId}`,
    'result-failed': `/dashboard/payment-success?id=${failedId}`,
    'result-unknown': `/dashboard/payment-success?id=${unclearId}`,
    profile: '/dashboard/profile',
    'kyc-done': '/dashboard/kyc-verification?step=3',
    help: '/dashboard/help',
  });
  await open(page, '/dashboard/profile');
  await page.getByRole('button', { name: 'Edit' }).first().click();
  await take('profile-edit');
  await open(page, `/dashboard/payments/${paidId}`);
  await page.getByRole('button', { name: 'Other amount' }).click();
  await take('repay');
  await open(page, '/dashboard');
  await page.getByRole('button', { name: /^Notifications/ }).click();
  await take('notifications');
  await page.keyboard.press('Escape');
  if (screen === 'phone') {
    await page.getByRole('button', { name: 'Open menu' }).click();
    await take('menu');
  }
  await page.evaluate(() => sessionStorage.clear());
  await open(page, '/dashboard/pay-bill');
  await take('pay-1');
  const another = page.getByRole('radio', { name: 'Another card' });
  if (await another.isVisible()) await another.check();
  await page.getByRole('button', { name: 'Continue' }).click();
  await take('pay-1-errors');
  await enterCard(page, '4022');
  await page.getByText('Step 2 of 3').waitFor();
  await take('pay-2');
  await enterAmount(page, '9000');
  await agree(page, /3 EMIs/);
  await take('pay-3');
}

const dataDir = mkdtempSync(join(tmpdir(), 'mohlat-shots-'));
mkdirSync(folder, { recursive: true });
const executablePath = findBrowser();
if (executablePath === undefined) throw new Error('there is no browser to take pictures with');
const product = startService({
  name: 'product',
  entry: join(ROOT, 'scripts/start.ts'),
  isWatched: false,
  env: {
    ...process.env,
    PORT: String(PORT),
    SANDBOX_PORT: String(SANDBOX_PORT),
    SANDBOX_SMTP_PORT: String(SANDBOX_PORT + 25),
    DATA_DIR: dataDir,
    LOG_LEVEL: 'warn',
    PROVIDER_TIMEOUT_MS: '5000',
  },
  isReady: async () => {
    const answer = await fetch(`${ORIGIN}/readyz`).catch(() => undefined);
    return answer?.ok ?? false;
  },
});
try {
  await product.ready;
  const world = await settle();
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  for (const screen of ['phone', 'desktop'] as const) await takeAll(browser, screen, world);
  await browser.close();
  say(`The pictures are in ${isKeeping ? 'docs/pictures' : '.cache/shots'}.`);
} finally {
  await product.stop();
  rmSync(dataDir, { recursive: true, force: true });
}

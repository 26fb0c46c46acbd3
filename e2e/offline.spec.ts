import { expect, menuOf, test } from './product.ts';
import { signUpByEmail } from './steps.ts';

// The other journeys do without the worker, so that each sees the network itself.
test.use({ serviceWorkers: 'allow' });

const KEPT = `caches.keys().then(async (names) =>
  (await Promise.all(names.map(async (name) => (await (await caches.open(name)).keys()).map((kept) => new URL(kept.url).pathname)))).flat())`;

/** The addresses that a built worker names, in their order. */
function filesOf(worker: string): string[] {
  const texts = worker.matchAll(/`([^`]*)`/g).flatMap(([, text]) => text!.split(','));
  return [...new Set(texts.filter((path) => /^\/[\w./-]+\.\w+$/.test(path)))].toSorted();
}

test('without a network the app opens, says so calmly, keeps what was typed and goes on by itself', async ({
  page,
  context,
  member,
}) => {
  const asha = await member('limit', page);
  await asha.addCard('4021');
  await page.goto('/dashboard/pay-bill');
  // Every file that the worker was built with is kept, and nothing that is anybody's own.
  const built = filesOf(await (await page.request.get('/sw.js')).text());
  expect(built).toContain('/app.html');
  expect(built.filter((path) => /\/profile-/.test(path))).not.toEqual([]);
  // One file after the other, two hundred of them: on a busy machine that takes its time.
  await expect.poll(async () => (await page.evaluate<string[]>(KEPT)).toSorted()).toEqual(built);

  await page.goto('/dashboard');
  await expect(page.getByText('Available Credit')).toBeVisible();
  await context.setOffline(true);
  // The open page keeps its figures and shows their time.
  await expect(page.getByText(/You are offline\. Figures are as of \d+:\d\d\s[ap]m/)).toBeVisible();
  await expect(page.getByText('Available Credit')).toBeVisible();
  // Beside the side bar of a desktop it takes nothing away either.
  const phone = page.viewportSize()!;
  await page.setViewportSize({ width: 1280, height: 860 });
  await expect(page.getByRole('button', { name: 'Logout' })).toBeInViewport({ ratio: 1 });
  // A window that holds the whole page does not scroll for the line.
  const height = () => page.evaluate<number>('document.documentElement.scrollHeight');
  await page.setViewportSize({ width: 1280, height: (await height()) + 100 });
  const sideBar = () => page.evaluate<number>('document.querySelector("aside").offsetHeight');
  // The page is laid out again some time after its window has changed.
  await expect.poll(sideBar).toBe(page.viewportSize()!.height);
  expect(await height()).toBe(page.viewportSize()!.height);
  await page.setViewportSize(phone);

  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: /^Welcome/ })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Waiting for the network' })).toBeVisible();
  // A page that was never kept.
  await page.goto('/pricing');
  await expect(page.getByRole('heading', { name: 'You are offline' })).toBeVisible();
  await page.getByRole('link', { name: 'Go to Dashboard' }).click();
  await expect(page.getByRole('heading', { name: 'Waiting for the network' })).toBeVisible();

  await context.setOffline(false);
  await expect(page.getByText('Available Credit')).toBeVisible();
  await expect(page.getByText(/You are offline/)).toHaveCount(0);

  await page.goto('/dashboard/pay-bill');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('radio', { name: /Another amount/ }).check();
  await page.getByLabel('Bill amount').last().fill('9000');
  await context.setOffline(true);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Waiting for the network' })).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByLabel('Bill amount').last()).toHaveValue(/9,?000/);

  await page.goto('/dashboard');
  await expect(page.getByText('Available Credit')).toBeVisible();
  // All those pages later there is still nothing that the server said about a user.
  expect((await page.evaluate<string[]>(KEPT)).filter((path) => /^\/(api|auth)\b/.test(path))).toEqual([]);
  const menu = await menuOf(page);
  await menu.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/:\d+\/$/);
  // The public page that follows keeps its own few files.
  expect(await page.evaluate<string[]>(KEPT)).not.toContain('/app.html');
});

test('the link of a mail works once, and the worker does not spend it', async ({
  page,
  outside,
  identity,
}) => {
  await page.goto('/signup');
  // The worker stands between this page and the network before the link is opened.
  await expect.poll(() => page.evaluate('navigator.serviceWorker.controller !== null')).toBe(true);
  await signUpByEmail(page, outside, identity);
});

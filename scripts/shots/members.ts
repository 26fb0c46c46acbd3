import { agree, enterAmount, enterCard } from '../../e2e/steps.ts';
import type { Camera, Shots } from './camera.ts';
import type { People } from './people.ts';
import { takeStaffLarge } from './staff.ts';

/** The screens of a borrower with a plan, in English, then the main ones in Hindi. */
export async function takeMember(camera: Camera, people: People): Promise<void> {
  const { page } = camera;
  await camera.forget();
  await people.member.enter(page);
  await camera.visitAll(screensOf(people));
  await takeShared(camera, people);
  await takeDialogs(camera, people);
  await takeWizard(camera);
}

/** A borrower with a year behind them. */
export async function takeResident(camera: Camera, { resident }: People): Promise<void> {
  await camera.forget();
  await resident.enter(camera.page);
  const payments = await resident.payments();
  const running = payments.find(({ outstandingPaise }) => outstandingPaise > 0) ?? payments[0]!;
  const over = payments.find(({ status }) => status === 'completed') ?? running;
  await camera.visitAll({
    dashboard: '/dashboard',
    transactions: '/dashboard/transactions',
    payments: '/dashboard/payments',
    plan: `/dashboard/payments/${running.id}`,
    'plan-over': `/dashboard/payments/${over.id}`,
    rewards: '/dashboard/rewards',
    credit: '/dashboard/credit',
    profile: '/dashboard/profile',
  });
}

function screensOf({ paidId, failedId, unclearId }: People): Record<string, string> {
  return {
    'dashboard-long-name': '/dashboard',
    'transactions-few': '/dashboard/transactions',
    'plan-begun': `/dashboard/payments/${paidId}`,
    result: `/dashboard/payment-success?id=${paidId}`,
    'result-failed': `/dashboard/payment-success?id=${failedId}`,
    'result-unknown': `/dashboard/payment-success?id=${unclearId}`,
    'profile-long-name': '/dashboard/profile',
    'kyc-done': '/dashboard/kyc-verification?step=3',
    'rewards-none': '/dashboard/rewards',
    account: '/dashboard/security',
    'my-data': '/dashboard/privacy',
    help: '/dashboard/help',
    'not-found-within': '/dashboard/no-such-page',
  };
}

/** Takes what the receiver of a repay link sees. */
async function takeShared(camera: Camera, { member, paidId }: People): Promise<void> {
  if (!camera.wants('repay-shared')) return;
  const link = await member.call<{ readonly token: string }>('POST', `/payments/${paidId}/repay-links`);
  await camera.visit('repay-shared', `/repay#${link.token}`);
  await camera.visit('repay-shared-gone', '/repay#gone');
}

/** The dialogs of a borrower with a plan. */
const dialogsOf = ({ paidId }: People): Shots => ({
  'profile-edit': { path: '/dashboard/profile', opens: { en: 'Edit', hi: 'बदलें' } },
  'bank-account': {
    path: '/dashboard/profile',
    opens: { en: /Add (Another )?Account/, hi: /खाता जोड़ें/ },
  },
  repay: { path: `/dashboard/payments/${paidId}`, opens: { en: 'Other amount', hi: 'दूसरी रकम' } },
  'repay-return': {
    path: `/dashboard/payments/${paidId}`,
    opens: { en: /^Get it back$/, hi: /^वापस लें$/ },
  },
  notifications: { path: '/dashboard', opens: { en: /^Notifications/, hi: /^सूचनाएँ/ } },
  'close-refused': { path: '/dashboard/privacy', opens: { en: 'Close account', hi: 'खाता बंद करें' } },
});

async function takeDialogs(camera: Camera, people: People): Promise<void> {
  const { page, screen } = camera;
  await camera.visitAll(dialogsOf(people));
  if (camera.wants('autopay')) {
    await page.goto(`/dashboard/payments/${people.paidId}?autopay=set-up`);
    await page.getByRole('dialog').getByText('UPI AutoPay').waitFor();
    await camera.take('autopay');
  }
  if (screen !== 'phone' || !camera.wants('menu')) return;
  await page.goto('/dashboard');
  await page.getByRole('button', { name: 'Open menu' }).click();
  await page.getByRole('dialog').waitFor();
  await camera.take('menu');
}

async function takeWizard(camera: Camera): Promise<void> {
  if (!['pay-1', 'pay-2', 'pay-3'].some((name) => camera.wants(name))) return;
  const { page } = camera;
  await page.evaluate(() => sessionStorage.clear());
  await camera.visit('pay-1', '/dashboard/pay-bill');
  await page.goto('/dashboard/pay-bill');
  const another = page.getByRole('radio', { name: 'Another card' });
  await another.check();
  await page.getByRole('button', { name: 'Continue' }).click();
  await camera.take('pay-1-errors');
  // A card of its own for each width: the same person pays on both at the same time.
  await enterCard(page, camera.screen === 'phone' ? '4022' : '4023');
  await page.getByText('Step 2 of 3').waitFor();
  await camera.take('pay-2');
  await enterAmount(page, '9000');
  await agree(page, /3 EMIs/);
  await camera.take('pay-3');
  if (!camera.wants('pay-3-cost')) return;
  await page.getByText('What it costs over time').click();
  await page.getByText('How the bill falls and the cost grows').first().waitFor();
  await camera.take('pay-3-cost');
}

/** A borrower whose repayment a bank disputes: what rests, why, whom to ask, and why the account stays open. */
export async function takeDisputed(camera: Camera, { disputed }: People): Promise<void> {
  const shots: Shots = {
    'credit-disputed': '/dashboard/credit',
    'dashboard-disputed': '/dashboard',
    'pay-disputed': '/dashboard/pay-bill',
    'profile-disputed': '/dashboard/profile',
    'close-disputed': { path: '/dashboard/privacy', opens: { en: 'Close account', hi: 'खाता बंद करें' } },
    'help-disputed': '/dashboard/help',
  };
  await camera.forget();
  await disputed.enter(camera.page);
  await camera.visitAll(shots);
  await camera.speak('hi');
  await camera.visitAll(shots, { suffix: '-hi' });
}

/** Takes screens while they load, after an error, offline, and after the session has ended. */
export async function takeStates(camera: Camera, { member, paidId }: People): Promise<void> {
  if (!camera.wants('dashboard-loading')) return;
  const { page } = camera;
  await camera.forget();
  await member.enter(page);
  const api = '**/api/v1/**';
  await page.route(api, () => new Promise(() => undefined));
  for (const [name, path] of [
    ['dashboard', '/dashboard'],
    ['plan', `/dashboard/payments/${paidId}`],
  ] as const) {
    await page.goto(path);
    // A quick answer is never announced by a skeleton: it comes after 400 ms.
    await page.locator('[aria-busy=true] span[aria-hidden=true]').first().waitFor();
    await camera.take(`${name}-loading`, { isBusy: true });
  }
  await page.unroute(api);
  const broken = { status: 500, contentType: 'application/problem+json', body: '{}' };
  await page.route(api, (route) => route.fulfill(broken));
  for (const [name, path] of [
    ['dashboard', '/dashboard'],
    ['transactions', '/dashboard/transactions'],
    ['plan', `/dashboard/payments/${paidId}`],
    ['help', '/dashboard/help'],
  ] as const) {
    await page.goto(path);
    await page.getByRole('button', { name: 'Retry' }).first().waitFor();
    await camera.take(`${name}-error`);
  }
  await page.unroute(api);
  await page.goto('/dashboard');
  await page.getByText('Available Credit').waitFor();
  await camera.setOffline(true);
  await page
    .getByText(/You are offline/)
    .first()
    .waitFor();
  await camera.take('dashboard-offline');
  await camera.setOffline(false);
  await takeEnded(camera);
}

/** A session that ends while a form is open. */
async function takeEnded(camera: Camera): Promise<void> {
  const { page } = camera;
  const over = (status: number, body: object) => ({
    status,
    contentType: 'application/json',
    body: JSON.stringify(body),
  });
  await page.goto('/dashboard/help');
  await page.getByLabel('Message').fill('My question, half written');
  await page.route('**/api/v1/**', (route) => route.fulfill(over(401, { code: 'unauthenticated' })));
  await page.route('**/auth/v1/token*', (route) =>
    route.fulfill(over(400, { error_code: 'session_expired' })),
  );
  await page.getByLabel('Subject').fill('A question');
  await page.getByRole('button', { name: 'Send Message' }).click();
  await page.getByRole('dialog').waitFor();
  await camera.take('session-ended');
  await page.unrouteAll({ behavior: 'ignoreErrors' });
}

/** The main ones in the other language; chosen in this browser, as by its button. */
export async function takeHindi(camera: Camera, people: People): Promise<void> {
  if (!camera.wants('dashboard-hi')) return;
  await camera.forget();
  await people.member.enter(camera.page);
  await camera.speak('hi');
  await camera.visitAll({
    'dashboard-hi': '/dashboard',
    'plan-hi': `/dashboard/payments/${people.paidId}`,
    'result-hi': `/dashboard/payment-success?id=${people.paidId}`,
    'transactions-hi': '/dashboard/transactions',
    'profile-hi': '/dashboard/profile',
    'rewards-hi': '/dashboard/rewards',
    'help-hi': '/dashboard/help',
    'account-hi': '/dashboard/security',
    'pay-1-hi': '/dashboard/pay-bill',
    'credit-hi': '/dashboard/credit',
    'payments-hi': '/dashboard/payments',
    'my-data-hi': '/dashboard/privacy',
    'status-hi': '/status',
  });
  await camera.visitAll(dialogsOf(people), { suffix: '-hi' });
}

/** Takes the main screens with letters of twice their size, as a browser's own setting makes them. */
export async function takeLarge(camera: Camera, people: People): Promise<void> {
  if (camera.screen !== 'phone' || !camera.wants('dashboard-large')) return;
  const large = { suffix: '-large', isLarge: true };
  await camera.forget();
  // A member would be led past these.
  await camera.visitAll({ landing: '/', login: '/login', status: '/status' }, large);
  await people.member.enter(camera.page);
  await camera.visitAll(
    {
      dashboard: '/dashboard',
      'pay-1': '/dashboard/pay-bill',
      plan: `/dashboard/payments/${people.paidId}`,
      result: `/dashboard/payment-success?id=${people.paidId}`,
      transactions: '/dashboard/transactions',
      credit: '/dashboard/credit',
      rewards: '/dashboard/rewards',
      profile: '/dashboard/profile',
      help: '/dashboard/help',
      ...dialogsOf(people),
    },
    large,
  );
  await camera.forget();
  await people.disputed.enter(camera.page);
  await camera.visitAll({ 'credit-disputed': '/dashboard/credit' }, large);
  await takeStaffLarge(camera, people);
}

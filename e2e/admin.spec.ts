import type { Page } from '@playwright/test';
import { expectAccessible, findings, inBothThemes } from './accessible.ts';
import { brokenWords, enlarge } from './large-letters.ts';
import { Member, someone } from './member.ts';
import { addressesIn, expect, expectToast, watchConsole } from './product.ts';
import { standingOut } from './sideways.ts';
import { test } from './staff.ts';

const DESK = { width: 1280, height: 860 };
const PHONE = { width: 360, height: 780 };
const NARROW = { width: 320, height: 780 };
/** A name that fits no line of a phone with letters of twice their size. */
const LONG_NAME = 'Venkatanarasimharajuvaripeta Subrahmanyam';
const ALL = ['support', 'risk', 'finance', 'admin'] as const;

async function openPage(page: Page, path: string, heading: string | RegExp = /./): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible();
  await expect(page.getByText(/^As of /)).toBeVisible();
}

/** Every second page of the staff's menu: two journeys share it, and sweep at the same time. */
async function everySecond(page: Page, from: 0 | 1): Promise<string[]> {
  await page.goto('/admin');
  const all = await addressesIn(page.getByRole('complementary'));
  expect(all).toEqual(expect.arrayContaining(['/admin/users', '/admin/payments', '/admin/settings']));
  return all.filter((_, at) => at % 2 === from);
}

/** Lists what does not fit a phone with letters of twice their size, nor a narrow one. Ends with letters of their own size. */
async function lookAtLargeLetters(page: Page): Promise<string[]> {
  await enlarge(page);
  const found = [
    ...(await standingOut(page)).map((one) => `large letters, it scrolls sideways: ${one}`),
    ...(await brokenWords(page)).map((one) => `large letters, a broken word: ${one}`),
  ];
  await page.evaluate("document.documentElement.style.fontSize = ''");
  await page.setViewportSize(NARROW);
  return [...found, ...(await standingOut(page)).map((one) => `narrow, it scrolls sideways: ${one}`)];
}

/** Opens each page once and looks at it at a desk and on phones. */
async function sweep(page: Page, paths: readonly string[]): Promise<void> {
  const look = async (where: string) => [
    ...(await findings(page)).map((one) => `${where}: ${one}`),
    ...(await standingOut(page)).map((one) => `${where}, it scrolls sideways: ${one}`),
  ];
  for (const path of paths) {
    await openPage(page, path);
    const problems = await inBothThemes(page, 'dark', async () => {
      const wide = await look('desk');
      await page.setViewportSize(PHONE);
      const narrow = await look('phone');
      const large = await lookAtLargeLetters(page);
      await page.setViewportSize(DESK);
      return [...wide, ...narrow, ...large];
    });
    expect(problems, path).toEqual([]);
  }
}

test(
  'pages of the staff menu fit and have no findings; to a customer there are none',
  { tag: '@desk' },
  async ({ page, member, outside, colleague }) => {
    const asha = await member('limit', page);
    const { id } = await asha.pay('4021', 900_000, { kind: 'emi', instalments: 3 });
    const identity = someone(LONG_NAME);
    await outside.register(identity);
    const longest = await new Member(asha.origin, outside, identity).reach('limit');
    await longest.pay('4021', 900_000);
    await page.goto('/admin/payments');
    await expect(page.getByText('Oops! Page not found')).toBeVisible();

    const expectQuietConsole = watchConsole(page);
    await (await colleague('Ravi Menon', ALL)).enter(page);
    await sweep(page, [
      ...(await everySecond(page, 0)),
      `/admin/users?search=${LONG_NAME.split(' ')[0]}`,
      `/admin/payments/${id}`,
    ]);
    await expect(page.getByRole('list', { name: 'What happened' })).toContainText('loan booked');

    // A list is walked by keyboard and kept in the address.
    await openPage(page, '/admin/payments?search=4021', 'Payments');
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/admin\/payments\/[0-9a-f-]+$/);
    expectQuietConsole();
  },
);

test(
  'the staff menu shows the pages that a role allows, and they fit',
  { tag: '@desk' },
  async ({ page, colleague }) => {
    const expectQuietConsole = watchConsole(page);
    await (await colleague('Ravi Menon', ALL)).enter(page);
    await sweep(page, await everySecond(page, 1));
    expectQuietConsole();

    await (await colleague('Meera Nair', ['support'])).enter(page);
    await openPage(page, '/admin', 'Dashboard');
    const menu = page.getByRole('navigation', { name: 'Staff menu' });
    const expectMenu = async () => {
      await expect(menu.getByRole('link', { name: 'Users' })).toBeVisible();
      await expect(menu.getByRole('link', { name: 'Books' })).toBeHidden();
    };
    await expectMenu();
    await page.setViewportSize(PHONE);
    await page.getByRole('button', { name: 'Open menu' }).click();
    await expectMenu();
  },
);

test(
  'what one proposes another decides, and who comes second is told',
  { tag: '@desk' },
  async ({ page, member, colleague }) => {
    const asha = await member('limit', page);
    const { id } = await asha.pay('4021', 900_000);
    const [ravi, lata, meera] = await Promise.all([
      colleague('Ravi Menon', ['finance']),
      colleague('Lata Iyer', ['finance']),
      colleague('Meera Nair', ['finance']),
    ]);
    const propose = (reason: string) =>
      ravi.call<{ approvalId: string }>('POST', `/admin/payments/${id}/settlements`, {
        agreedPaise: 500_000,
        payBy: dayAfter(5),
        reason,
      });
    const { approvalId } = await propose('The family lends the rest');

    await ravi.enter(page);
    await openPage(page, `/admin/approvals/${approvalId}`, 'Settle a loan');
    await expect(page.getByText('You proposed this')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Approve' })).toBeHidden();

    await lata.enter(page);
    await openPage(page, `/admin/approvals/${approvalId}`, 'Settle a loan');
    await expect(page.getByText('The family lends the rest')).toBeVisible();
    await expect(page.getByText('₹5,000.00')).toBeVisible();
    await page.getByRole('button', { name: 'Approve' }).click();
    const dialog = page.getByRole('dialog', { name: 'Approve: Settle a loan?' });
    await expect(dialog).toBeVisible();
    await expectAccessible(page);
    await meera.call('POST', `/admin/approvals/${approvalId}`, { decision: 'reject', note: 'Too little' });
    await dialog.getByRole('button', { name: 'Approve' }).click();
    await expect(dialog.getByText('Somebody was quicker')).toBeVisible();
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await expect(page.getByText('Meera Nair')).toBeVisible();
    await expect(page.getByText('Too little')).toBeVisible();

    const second = await propose('The family lends more');
    await openPage(page, '/admin/approvals', 'Approvals');
    await page.goto(`/admin/approvals/${second.approvalId}`);
    await page.getByRole('button', { name: 'Approve' }).click();
    await dialog.getByRole('button', { name: 'Approve' }).click();
    await expectToast(page, 'Approved');
    await expect(page.getByRole('button', { name: 'Approve' })).toBeHidden();
    expect((await asha.payment(id)).settlement?.agreedPaise).toBe(500_000);
  },
);

test(
  'a person is found, seen masked, shown with a reason and blocked',
  { tag: '@desk' },
  async ({ page, outside, baseURL, colleague }) => {
    const identity = someone('Farida Contractor');
    const farida = await new Member(baseURL!, outside, identity).reach('profile');
    await (await colleague('Ravi Menon', ALL)).enter(page);

    await page.goto('/admin/users');
    await page.getByLabel('Name, e-mail, mobile, PAN or id').fill(identity.email);
    await page.getByRole('button', { name: 'Search' }).click();
    // The list before the search may show a namesake, of the same journey at the other width.
    const found = page.getByRole('link', { name: identity.name }).filter({ visible: true });
    await expect(found).toHaveCount(1);
    await found.click();
    await expect(page.getByRole('heading', { name: identity.name, level: 1 })).toBeVisible();
    await expect(page.getByText(identity.email)).toBeHidden();
    await page.getByRole('button', { name: 'Reveal E-mail' }).click();
    const reveal = page.getByRole('dialog', { name: 'Reveal E-mail' });
    await reveal.getByRole('button', { name: 'Reveal', exact: true }).click();
    await expect(reveal.getByText('Say why, in three characters or more')).toBeVisible();
    await reveal.getByLabel('Reason').fill('They ask where our mails go');
    await reveal.getByRole('button', { name: 'Reveal', exact: true }).click();
    await expect(page.getByText(identity.email)).toBeVisible();
    await expectAccessible(page);

    await page.getByRole('button', { name: 'Block the account' }).click();
    const block = page.getByRole('dialog', { name: 'Block the account' });
    await block.getByLabel('Reason').fill('Reported as stolen');
    await block.getByRole('button', { name: 'Block the account' }).click();
    await expect(page.getByText('Reported as stolen').first()).toBeVisible();
    await expect(page.getByRole('button', { name: 'Propose to unblock' })).toBeVisible();
    await expect(farida.call('GET', '/me')).rejects.toThrow(/401/);
  },
);

/** Runs in the page, which this file knows nothing of: two seconds of the camera, as a browser records them. */
const RECORD = `(async () => {
  const stream = await navigator.mediaDevices.getUserMedia({ video: true, audio: true });
  const recorder = new MediaRecorder(stream, { mimeType: 'video/webm' });
  const parts = [];
  await new Promise((resolve) => {
    recorder.onstop = resolve;
    recorder.ondataavailable = ({ data }) => {
      parts.push(data);
      if (recorder.state === 'recording') recorder.stop();
    };
    recorder.start(2000);
  });
  for (const track of stream.getTracks()) track.stop();
  const bytes = new Uint8Array(await new Blob(parts).arrayBuffer());
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
})()`;
const IS_PLAYABLE = `(({ readyState, videoWidth, error }) =>
  readyState >= 2 && videoWidth > 0 && error === null)(document.querySelector('video'))`;
const PICTURE_WIDTH = `document.querySelector('img[alt="Document under review"]').naturalWidth`;
/** One white pixel. */
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8/5+hHgAHggJ/PchI7wAAAABJRU5ErkJggg==',
  'base64',
);

test(
  'a recording is watched and approved, a picture of a document is seen',
  { tag: '@desk' },
  async ({ page, outside, baseURL, colleague }) => {
    const identity = someone('Kavita Deshmukh');
    await outside.register(identity);
    const kavita = await new Member(baseURL!, outside, identity).reach('identity');
    const ravi = await colleague('Ravi Menon', ['risk']);
    await ravi.enter(page);
    await openPage(page, '/admin/kyc', 'KYC reviews');
    const video = Buffer.from(await page.evaluate<string>(RECORD), 'base64');
    await outside.holdVideos();
    await kavita.handInVideo(video);
    await openPage(page, '/admin/kyc?kind=video', 'KYC reviews');
    // Oldest first: of hers the last is the one that has just come.
    await page.getByRole('link', { name: identity.name }).last().click();
    await page.getByRole('button', { name: 'Show the file' }).click();
    await expect(page.getByLabel('Recording under review')).toBeVisible();
    await expect.poll(() => page.evaluate<boolean>(IS_PLAYABLE), { message: 'the video plays' }).toBe(true);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Approve' }).click();
    const dialog = page.getByRole('dialog', { name: 'Approve this review?' });
    await dialog.getByRole('button', { name: 'Approve' }).click();
    await expectToast(page, 'Approved');
    await expect(page.getByRole('button', { name: 'Approve' })).toBeHidden();
    const { video: step } = await kavita.call<{ video: { status: string } }>('GET', '/kyc');
    expect(step.status).toBe('verified');

    await kavita.handInSlip(PICTURE);
    const { items } = await ravi.call<{ items: { id: string; name: string }[] }>(
      'GET',
      '/admin/kyc/reviews?kind=income',
    );
    await page.goto(`/admin/kyc/${items.find(({ name }) => name === identity.name)?.id}`);
    await page.getByRole('button', { name: 'Show the file' }).click();
    await expect(page.getByRole('img', { name: 'Document under review' })).toBeVisible();
    await expect.poll(() => page.evaluate<number>(PICTURE_WIDTH)).toBe(1);
  },
);

test(
  'a bill that was paid after all is cleared, and a dearer fee is looked at, agreed to and taken back',
  { tag: '@desk' },
  async ({ page, member, outside, colleague }) => {
    const asha = await member('limit', page);
    const { id } = await asha.start('1002', 40_000);
    await asha.until(id, 'failed');
    const [ravi, lata] = await Promise.all([
      colleague('Ravi Menon', ['finance', 'admin']),
      colleague('Lata Iyer', ['finance']),
    ]);
    const { payment } = await ravi.call<{ payment: { ourReference: string } }>(
      'GET',
      `/admin/payments/${id}`,
    );
    await outside.flipToPaid(payment.ourReference);
    await ravi.enter(page);
    await openPage(page, '/admin/reconciliation', 'Reconciliation');
    await page.getByRole('button', { name: 'Read a day now' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Read the day' }).click();
    await expect(page.getByText(/^Being read/)).toBeVisible();
    const broken = async () => {
      const { breaks } = await ravi.call<{ breaks: { id: string; kind: string }[] }>(
        'GET',
        `/admin/payments/${id}`,
      );
      return breaks.find(({ kind }) => kind === 'late_success')?.id;
    };
    await expect.poll(broken, { message: 'a difference' }).toBeDefined();
    await openPage(page, `/admin/reconciliation?break=${await broken()}`, 'Reconciliation');
    await page.getByRole('button', { name: 'The rail gave it back' }).click();
    const clear = page.getByRole('dialog', { name: 'Clear: The rail gave it back?' });
    await expect(clear).toBeVisible();
    await expectAccessible(page);
    await clear.getByLabel('How you know').fill('Statement of today');
    await clear.getByRole('button', { name: 'The rail gave it back' }).click();
    await expectToast(page, 'Cleared');
    await expect(page.getByText('How it was cleared')).toBeVisible();

    // So far ahead that no other journey comes to pay it.
    await openPage(page, '/admin/settings', 'Settings');
    await page.getByLabel('Service fee, % of the bill').fill('2.75');
    await page.getByRole('button', { name: 'See what it does' }).click();
    const bill = page.getByRole('table', { name: 'A bill of ₹15,000' });
    await expect(bill.getByRole('row', { name: /Service fee/ })).toContainText('₹300.00₹412.50');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Propose it' }).click();
    const propose = page.getByRole('dialog', { name: 'Propose it' });
    await propose.getByLabel('Counts from').fill(`${dayAfter(360)}T10:00`);
    await propose.getByLabel('Reason').fill('The network asks for more');
    await propose.getByRole('button', { name: 'Propose it' }).click();
    await expectToast(page, 'Proposed to a second person');
    await expect(page.getByText('A change waits for a second person')).toBeVisible();

    await lata.enter(page);
    await openPage(page, '/admin/settings', 'Settings');
    await page.getByRole('link', { name: 'Open the proposal' }).click();
    await expect(page.getByRole('row', { name: 'Service fee, % of the bill 2.00 % 2.75 %' })).toBeVisible();
    await page.getByRole('button', { name: 'Approve' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
    await expectToast(page, 'Approved');

    await openPage(page, '/admin/settings', 'Settings');
    await expect(page.getByText(/^Version \d+, to come$/)).toBeVisible();
    await page.getByRole('button', { name: 'Take it back' }).click();
    const leave = page.getByRole('dialog', { name: /^Take back version/ });
    await leave.getByLabel('Reason').fill('The network asks for less again');
    await leave.getByRole('button', { name: 'Take it back' }).click();
    // Two people decided on it, so two take it back.
    await expectToast(page, 'Proposed to a second person');
    await ravi.enter(page);
    await openPage(page, '/admin/approvals?kind=settings_withdrawal', 'Approvals');
    await page
      .getByRole('link', { name: 'Take a settings version back' })
      .filter({ visible: true })
      .first()
      .click();
    await page.getByRole('button', { name: 'Approve' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
    await expectToast(page, 'Approved');
    await openPage(page, '/admin/settings', 'Settings');
    await expect(page.getByText(/^Version \d+, in force$/)).toBeVisible();
  },
);

function dayAfter(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
}

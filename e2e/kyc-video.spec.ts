import { AxeBuilder } from '@axe-core/playwright';
import type { Page, TestInfo } from '@playwright/test';
import type { Outside } from './outside.ts';
import { expect, isPhone, menuOf, test, toastOf, watchConsole } from './product.ts';
import { settled } from './settled.ts';
import { inTurn } from './turn.ts';

const VIDEO = '/dashboard/kyc-verification?step=3';
const DELHI = { latitude: 28.61, longitude: 77.21 };
const LONDON = { latitude: 51.5, longitude: -0.12 };
const DESK = 'video-desk';

// What runs in the page, which this file knows nothing of.
const REFUSE_TWICE = `
  const open = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
  const refusals = ['NotAllowedError', 'NotFoundError'];
  navigator.mediaDevices.getUserMedia = (wanted) => {
    const refusal = refusals.shift();
    return refusal === undefined ? open(wanted) : Promise.reject(new DOMException('', refusal));
  };`;
const REMEMBER_STREAM = `
  const open = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
  navigator.mediaDevices.getUserMedia = async (wanted) => (globalThis.lastStream = await open(wanted));`;
const IS_CAMERA_ON = `globalThis.lastStream.getTracks().some((track) => track.readyState === 'live')`;
const COUNT_BYTES = `
  const start = MediaRecorder.prototype.start;
  MediaRecorder.prototype.start = function (every) {
    globalThis.recordedBytes = 0;
    this.addEventListener('dataavailable', ({ data }) => (globalThis.recordedBytes += data.size));
    start.call(this, every);
  };`;
/** More than this is sent in several parts. */
const PART_BYTES = 64 * 1024;
const HIDE = `
  Object.defineProperty(document, 'visibilityState', { configurable: true, value: 'hidden' });
  document.dispatchEvent(new Event('visibilitychange'));`;

/** Opening the database before the page has made it would leave it without its store: it is looked for first. */
const KEPT_COUNT = `indexedDB.databases().then((known) => new Promise((resolve, reject) => {
  if (!known.some(({ name }) => name === 'mohlat-video')) return resolve(0);
  const opening = indexedDB.open('mohlat-video');
  opening.onerror = reject;
  opening.onsuccess = () => {
    const counting = opening.result.transaction('takes').objectStore('takes').count();
    counting.onerror = reject;
    counting.onsuccess = () => {
      opening.result.close();
      resolve(counting.result);
    };
  };
}))`;

/** How many parts of the recording on this device are known there as sent. */
const SENT_COUNT = `new Promise((resolve, reject) => {
  const opening = indexedDB.open('mohlat-video');
  opening.onerror = reject;
  opening.onsuccess = () => {
    const reading = opening.result.transaction('takes').objectStore('takes').getAll();
    reading.onerror = reject;
    reading.onsuccess = () => {
      opening.result.close();
      resolve(reading.result[0]?.take.sentParts.length);
    };
  };
})`;

const start = (page: Page) => page.getByRole('button', { name: 'Start video KYC' });
const record = (page: Page) => page.getByRole('button', { name: 'Start recording' });
const complete = (page: Page) => page.getByRole('button', { name: 'Complete Verification' });

async function agree(page: Page): Promise<void> {
  for (const consent of [/short video of me/, /my camera/, /my microphone/, /my location/])
    await page.getByRole('checkbox', { name: consent }).check();
  await start(page).click();
}

/** Countdown, then five seconds or, where the machine is slow to look, some more. */
async function makeRecording(page: Page, isLongEnough?: () => Promise<void>): Promise<void> {
  await record(page).click();
  await expect(page.getByText(/^([5-9]|[12]\d) of 30 seconds$/)).toBeVisible();
  await isLongEnough?.();
  await page.getByRole('button', { name: 'Stop recording' }).click();
  await expect(page.getByText('Look at your video')).toBeVisible();
}

async function openVideo(page: Page, place = DELHI): Promise<void> {
  await page.context().grantPermissions(['geolocation']);
  await page.context().setGeolocation(place);
  await page.goto(VIDEO);
}

/** To the desk, where the auditor says nothing of the recording until they are asked to, however long the look takes. */
async function lookedAt(
  page: Page,
  { info, outside }: { info: TestInfo; outside: Outside },
  look: () => Promise<void>,
): Promise<void> {
  await inTurn(info, DESK, async () => {
    await outside.decideVideos('wait');
    try {
      await complete(page).click();
      await expect(inReview(page)).toBeVisible();
      await look();
    } finally {
      await outside.decideVideos('approve');
    }
  });
}

/** The words of the desk's auditor, once it has heard of the recording. */
async function decide(outside: Outside, verdict: 'approve' | 'reject', remarks: string): Promise<void> {
  await expect
    .poll(() => outside.judgeVideo(verdict, remarks), { message: 'a video at the desk' })
    .toBe(true);
}

async function expectNoFindings(page: Page): Promise<void> {
  await settled(page);
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations).toEqual([]);
}

const inReview = (page: Page) => page.getByText('Your video is in review');

test('a video is recorded, looked at, made anew, handed in, and approved by a person', async ({
  page,
  member,
  outside,
}, info) => {
  await member('identity', page);
  const expectQuietConsole = watchConsole(page);
  await openVideo(page);
  await expect(page.getByText('67% complete')).toBeVisible();
  await complete(page).click();
  await expect(page.getByText('Record your video first, then press Complete Verification.')).toBeVisible();
  await start(page).click();
  await expect(page.getByText('Tick each of the four before we start.')).toBeVisible();
  await expectNoFindings(page);
  await agree(page);
  await expect(record(page)).toBeVisible();
  await expectNoFindings(page);
  await makeRecording(page);
  await expectNoFindings(page);
  await page.getByRole('button', { name: 'Record again' }).click();
  await makeRecording(page);
  await lookedAt(page, { info, outside }, async () => {
    await expect(page.getByText('In review', { exact: true })).toBeVisible();
    await expectNoFindings(page);
    await decide(outside, 'approve', '');
    await expect(toastOf(page, 'Video KYC completed successfully!')).toBeVisible({ timeout: 60_000 });
  });
  await expect(page).toHaveURL(/\/dashboard$/);
  await page.goto(VIDEO);
  await expect(page.getByText('100% complete')).toBeVisible();
  await page.getByRole('button', { name: 'Go to dashboard' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  expectQuietConsole();
});

test(
  'a video that is refused says why, and the next one counts',
  { tag: '@once' },
  async ({ page, member, outside }, info) => {
    await member('identity', page);
    await openVideo(page);
    await agree(page);
    await makeRecording(page);
    await lookedAt(page, { info, outside }, async () => {
      await decide(outside, 'reject', 'The face is in the dark.');
      const alert = page.getByRole('alert').filter({ hasText: 'Verification Failed' });
      await expect(alert).toContainText('The face is in the dark.', { timeout: 60_000 });
    });
    await expect(page.getByText('Not accepted', { exact: true })).toBeVisible();
    await agree(page);
    await makeRecording(page);
    await lookedAt(page, { info, outside }, async () => {
      await decide(outside, 'approve', '');
      await expect(toastOf(page, 'Video KYC completed successfully!')).toBeVisible({ timeout: 60_000 });
    });
  },
);

test(
  'outside India the video is kept, and sent from India it counts',
  { tag: '@once' },
  async ({ page, member }, info) => {
    await member('identity', page);
    await openVideo(page, LONDON);
    await agree(page);
    await makeRecording(page);
    await complete(page).click();
    const alert = page.getByRole('alert').filter({ hasText: 'Verification Failed' });
    await expect(alert).toContainText('The video step can be done only inside India.');
    await expectNoFindings(page);
    await page.context().setGeolocation(DELHI);
    await handInQuietly(page, info, () => page.getByRole('button', { name: 'Send again' }).click());
  },
);

/** To the desk and back, where the auditor approves after ten seconds, so that no other journey's verdict meets this recording. */
async function handInQuietly(page: Page, info: TestInfo, press: () => Promise<unknown>): Promise<void> {
  await inTurn(info, DESK, async () => {
    await press();
    await expect(inReview(page)).toBeVisible({ timeout: 60_000 });
    await expect(toastOf(page, 'Video KYC completed successfully!')).toBeVisible({ timeout: 60_000 });
  });
}

test(
  'a connection that breaks, and a page that is closed, cost no part twice',
  { tag: '@once' },
  async ({ page, member }, info) => {
    await member('identity', page);
    await page.addInitScript(COUNT_BYTES);
    await openVideo(page);
    await agree(page);
    // A slow machine drops pictures: five seconds of it may be less than two parts.
    await makeRecording(page, () =>
      expect.poll(() => page.evaluate('globalThis.recordedBytes')).toBeGreaterThan(PART_BYTES),
    );
    const sent: string[] = [];
    page.on('requestfinished', (request) => {
      const part = /\/parts\/(\d+)$/.exec(request.url());
      if (part && request.method() === 'PUT') sent.push(part[1]!);
    });
    await page.context().setOffline(true);
    await complete(page).click();
    await expect(page.getByText(/The connection is lost/)).toBeVisible();
    await expectNoFindings(page);
    // Back online the first part arrives; the second one is lost until the page has been opened anew.
    await page.route('**/parts/1', (route) => route.abort());
    await page.context().setOffline(false);
    await expect.poll(() => sent).toEqual(['0']);
    await expect(page.getByText(/The connection is lost/)).toBeVisible();
    await expect.poll(() => page.evaluate(SENT_COUNT), { message: 'the part is known as sent' }).toBe(1);
    // Only in the desk's turn: the page tries again by itself, and the verdict must not come while we wait for the turn.
    await handInQuietly(page, info, async () => {
      await page.unroute('**/parts/1');
      await page.reload();
    });
    expect(sent.filter((part) => part === '0')).toEqual(['0']);
    expect(sent.length).toBeGreaterThan(1);
  },
);

test('without a camera, or without the place, the page says how to go on', async ({ page, member }) => {
  await member('identity', page);
  await page.addInitScript(REFUSE_TWICE);
  await page.goto(VIDEO);
  await agree(page);
  await expect(page.getByText('Camera or microphone is switched off for this page')).toBeVisible();
  await expectNoFindings(page);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('No camera or microphone was found')).toBeVisible();
  const code = page.getByRole('img', { name: 'QR code with the address of this page' });
  await expect(code).toHaveCount(isPhone(page) ? 0 : 1);
  await expectNoFindings(page);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('Location is switched off for this page')).toBeVisible();
  await page.context().grantPermissions(['geolocation']);
  await page.context().setGeolocation(DELHI);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(record(page)).toBeVisible();
});

test(
  'the camera goes out when the page is left, and a hidden page keeps no recording',
  { tag: '@once' },
  async ({ page, member }) => {
    await member('identity', page);
    await page.addInitScript(REMEMBER_STREAM);
    const isCameraOn = () => page.evaluate<boolean>(IS_CAMERA_ON);
    await openVideo(page);
    await agree(page);
    await record(page).click();
    await expect(page.getByText(/of 30 seconds$/)).toBeVisible();
    await page.evaluate(HIDE);
    await expect(page.getByText(/The recording was interrupted/)).toBeVisible();
    expect(await isCameraOn()).toBe(true);
    await page.getByRole('button', { name: 'Previous Step' }).click();
    await expect(page.getByText('Verify your Aadhaar')).toBeVisible();
    await expect.poll(isCameraOn).toBe(false);
  },
);

test(
  'a recording that waits outlives a reload, and goes with the log-out',
  { tag: '@once' },
  async ({ page, member }) => {
    await member('identity', page);
    await openVideo(page);
    await agree(page);
    await makeRecording(page);
    await expect.poll(() => page.evaluate(KEPT_COUNT), { message: 'written to the device' }).toBe(1);
    await page.reload();
    await expect(page.getByText('Look at your video')).toBeVisible();
    expect(await page.evaluate(KEPT_COUNT)).toBe(1);
    const menu = await menuOf(page);
    await menu.getByRole('button', { name: 'Logout' }).click();
    await expect(page).toHaveURL(/\/$/);
    await expect.poll(() => page.evaluate(KEPT_COUNT)).toBe(0);
  },
);

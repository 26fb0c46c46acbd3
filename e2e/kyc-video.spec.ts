import { randomInt } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { someone } from './member.ts';
import { expect, expectToast, isPhone, menuOf, watchConsole } from './product.ts';
import { test as staff } from './staff.ts';

const VIDEO = '/dashboard/kyc-verification?step=3';
const DELHI = { latitude: 28.61, longitude: 77.21 };
const LONDON = { latitude: 51.5, longitude: -0.12 };

// These scripts run in the page; they are text because this file has no types of the page.
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

/** Counts the parts of the recording that this device knows as sent. */
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

type Decide = (verdict: 'approve' | 'reject', remarks?: string) => Promise<void>;

const test = staff.extend<{
  /** The words of the desk's auditor on this person's recording, once the desk has heard of it. */
  readonly decide: Decide;
}>({
  // The name is this person's alone: by it their recording is found among those of the journeys beside this one.
  identity: async ({ outside }, use) => {
    const letters = Array.from({ length: 8 }, () => String.fromCharCode(97 + randomInt(26))).join('');
    const identity = someone(`Asha R${letters}`);
    await outside.register(identity);
    await use(identity);
  },
  decide: async ({ outside, identity, colleague }, use) => {
    // The auditor says nothing of a recording until they are asked to, however long a look takes.
    await outside.holdVideos();
    const reader = await colleague('Meera Nair', ['support']);
    await use(async (verdict, remarks = '') => {
      const judge = async () => {
        const { items } = await reader.call<{ items: { id: string; name: string }[] }>(
          'GET',
          '/admin/kyc/reviews?kind=video',
        );
        const review = items.find(({ name }) => name === identity.name);
        return review !== undefined && outside.judge(review.id, verdict, remarks);
      };
      await expect.poll(judge, { message: 'a video at the desk' }).toBe(true);
    });
  },
});

const inReview = (page: Page) => page.getByText('Your video is in review');

/** To the desk and back. */
async function expectApproval(page: Page, decide: Decide): Promise<void> {
  await expect(inReview(page)).toBeVisible();
  await decide('approve');
  await expectToast(page, 'Video KYC completed successfully!');
}

test('a video is recorded, looked at, recorded again, handed in, and approved by a person', async ({
  page,
  member,
  decide,
}) => {
  await member('identity', page);
  const expectQuietConsole = watchConsole(page);
  await openVideo(page);
  await expect(page.getByText('67% complete')).toBeVisible();
  await complete(page).click();
  await expect(page.getByText('Record your video first, then press Complete Verification.')).toBeVisible();
  await start(page).click();
  await expect(page.getByText('Tick each of the four before we start.')).toBeVisible();
  await expectAccessible(page);
  await agree(page);
  await expect(record(page)).toBeVisible();
  await expectAccessible(page);
  await makeRecording(page);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Record again' }).click();
  await makeRecording(page);
  await complete(page).click();
  await expect(inReview(page)).toBeVisible();
  await expect(page.getByText('In review', { exact: true })).toBeVisible();
  await expectAccessible(page);
  await decide('approve');
  await expectToast(page, 'Video KYC completed successfully!');
  await expect(page).toHaveURL(/\/dashboard$/);
  await page.goto(VIDEO);
  await expect(page.getByText('100% complete')).toBeVisible();
  await page.getByRole('button', { name: 'Go to dashboard' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  expectQuietConsole();
});

test('a video that is refused says why, and the next one counts', async ({ page, member, decide }) => {
  await member('identity', page);
  await openVideo(page);
  await agree(page);
  await makeRecording(page);
  await complete(page).click();
  await expect(inReview(page)).toBeVisible();
  await decide('reject', 'The face is in the dark.');
  const alert = page.getByRole('alert').filter({ hasText: 'Verification Failed' });
  await expect(alert).toContainText('The face is in the dark.');
  await expect(page.getByText('Not accepted', { exact: true })).toBeVisible();
  await agree(page);
  await makeRecording(page);
  await complete(page).click();
  await expectApproval(page, decide);
});

test('outside India the video is kept, and sent from India it counts', async ({ page, member, decide }) => {
  await member('identity', page);
  await openVideo(page, LONDON);
  await agree(page);
  await makeRecording(page);
  await complete(page).click();
  const alert = page.getByRole('alert').filter({ hasText: 'Verification Failed' });
  await expect(alert).toContainText('The video step can be done only inside India.');
  await expectAccessible(page);
  await page.context().setGeolocation(DELHI);
  await page.getByRole('button', { name: 'Send again' }).click();
  await expectApproval(page, decide);
});

test('a connection that breaks, and a page that is closed, cost no part twice', async ({
  page,
  member,
  decide,
}) => {
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
  await expectAccessible(page);
  // Back online the first part arrives; the second one is lost until the page has been opened again.
  await page.route('**/parts/1', (route) => route.abort());
  await page.context().setOffline(false);
  await expect.poll(() => sent).toEqual(['0']);
  await expect(page.getByText(/The connection is lost/)).toBeVisible();
  await expect.poll(() => page.evaluate(SENT_COUNT), { message: 'the part is known as sent' }).toBe(1);
  await page.unroute('**/parts/1');
  await page.reload();
  await expectApproval(page, decide);
  expect(sent.filter((part) => part === '0')).toEqual(['0']);
  expect(sent.length).toBeGreaterThan(1);
});

test(
  'without a camera, or without the place, the page says how to go on',
  { tag: '@wide' },
  async ({ page, member }) => {
    await member('identity', page);
    await page.addInitScript(REFUSE_TWICE);
    await page.goto(VIDEO);
    await agree(page);
    await expect(page.getByText('Camera or microphone is switched off for this page')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByText('No camera or microphone was found')).toBeVisible();
    const code = page.getByRole('img', { name: 'QR code with the address of this page' });
    await expect(code).toHaveCount(isPhone(page) ? 0 : 1);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByText('Location is switched off for this page')).toBeVisible();
    await page.context().grantPermissions(['geolocation']);
    await page.context().setGeolocation(DELHI);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(record(page)).toBeVisible();
  },
);

test('the camera goes out when the page is left, and a hidden page keeps no recording', async ({
  page,
  member,
}) => {
  await member('identity', page);
  await page.addInitScript(REMEMBER_STREAM);
  const isCameraOn = () => page.evaluate<boolean>(IS_CAMERA_ON);
  await openVideo(page);
  await agree(page);
  await record(page).click();
  await expect(page.getByText(/of 30 seconds$/)).toBeVisible();
  await page.evaluate(HIDE);
  await expect(page.getByText(/The recording was interrupted/)).toBeVisible();
  expect(await page.evaluate(KEPT_COUNT)).toBe(0);
  expect(await isCameraOn()).toBe(true);
  await page.getByRole('button', { name: 'Previous Step' }).click();
  await expect(page.getByText('Verify your Aadhaar')).toBeVisible();
  await expect.poll(isCameraOn).toBe(false);
  expect(await page.evaluate(KEPT_COUNT)).toBe(0);
});

test('a recording that waits outlives a reload, and goes with the log-out', async ({ page, member }) => {
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
});

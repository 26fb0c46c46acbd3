// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { Blob as NodeBlob } from 'node:buffer';
import { webcrypto } from 'node:crypto';
import { KYC_REASONS } from '@mohlat/contract';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  breakRecorder,
  heldClock,
  holdSearches,
  isRecording,
  stubDevices,
} from '../../../test/fake-camera.ts';
import { problem, stubNetwork, type Answers } from '../../../test/network.ts';
import { openScreen } from '../../../test/open-screen.tsx';
import { sampleMe } from '../../../test/samples.ts';
import { approved, before, HERE, inReview, kept, PARTS } from '../../../test/video-samples.ts';
import { forgetTakes, keepTake, readTake } from '../../lib/take-store.ts';
import { toast } from '../../ui/toast.tsx';

const PATH = '/dashboard/kyc-verification';
const open = async (answers: Answers = {}, language: 'en' | 'hi' = 'en', limit?: ReactNode) => {
  const network = stubNetwork({ ...HERE, ...answers });
  const screenOf = {
    path: PATH,
    lazy: async () => {
      const { KycVerification } = await import('./kyc-verification.tsx');
      return { element: <KycVerification limit={limit} /> };
    },
  };
  return { ...network, ...(await openScreen(screenOf, PATH, language)) };
};
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const tickAll = async () => {
  for (const name of [/short video/, /my camera/, /my microphone/, /my location/]) {
    await userEvent.click(await screen.findByRole('checkbox', { name }));
  }
};
const start = async () => {
  await tickAll();
  await press('Start video KYC');
};
let clock: ReturnType<typeof heldClock>;
/** Lets the three seconds of countdown pass, and begins. */
const begin = async () => {
  await press('Start recording');
  clock.pass(3);
  expect(await screen.findByText('Recording')).toBeDefined();
  await waitFor(() => expect(isRecording()).toBe(true));
};
const record = async () => {
  await begin();
  clock.pass(5);
  expect(await screen.findByText('5 of 30 seconds')).toBeDefined();
  await press('Stop recording');
};
const sentTo = (sent: readonly { method: string; path: string }[], method: string) =>
  sent.filter((one) => one.method === method).map((one) => one.path);

beforeEach(() => {
  // The storage copies what it is given; only the runtime's own Blob can be copied here.
  vi.stubGlobal('Blob', NodeBlob);
  vi.stubGlobal('crypto', webcrypto);
  clock = heldClock();
});
afterEach(async () => {
  toast.dismissAll();
  cleanup();
  await forgetTakes();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('KYC, step 3: recording the video', () => {
  test('nothing is opened before each of the four has been agreed to', async () => {
    const { getUserMedia } = stubDevices();
    const { sent } = await open();
    await press('Start video KYC');
    expect(await screen.findByText('Tick each of the four before we start.')).toBeDefined();
    expect(getUserMedia).not.toHaveBeenCalled();
    expect(sentTo(sent, 'POST')).toEqual([]);
  });

  test('a recording is looked at, handed in, and is then in review', async () => {
    const devices = stubDevices();
    const { sent, answers } = await open();
    await start();
    expect(await screen.findByText('blue river 4 7 2')).toBeDefined();
    await record();
    expect(await screen.findByText('Look at your video')).toBeDefined();
    expect(devices.isCameraOn()).toBe(false);
    answers['GET /kyc'] = [200, inReview];
    await press('Complete Verification');
    expect(await screen.findByText('Your video is in review')).toBeDefined();
    const handedIn = sent.find((one) => one.path.endsWith('/complete'));
    expect(handedIn?.body).toEqual({
      partCount: 1,
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      latitude: 28.61,
      longitude: 77.21,
    });
    expect(await readTake(sampleMe().id)).toBeUndefined();
  });

  test('Complete Verification without a recording says what comes first, before it is pressed and after', async () => {
    stubDevices();
    await open();
    await screen.findByText('“Complete Verification” comes once your video has been recorded.');
    await press('Complete Verification');
    await screen.findByText('Record your video first, then press Complete Verification.');
    expect(document.activeElement?.textContent).toContain('Record your video first');
  });

  test('a press while the device is still searched is answered, and the answer stays', async () => {
    stubDevices();
    const held = holdSearches();
    await open();
    await press('Complete Verification');
    expect(screen.queryByText(/^Record your video first/)).toBeNull();
    await waitFor(() => expect(held.searches.at(-1)?.onsuccess).toBeDefined());
    held.letGo();
    expect(await screen.findByText(/^Record your video first/)).toBeDefined();
    expect(document.activeElement?.textContent).toContain('Record your video first');
  });

  test('after a press too early, a failed start says its own reason', async () => {
    stubDevices();
    await open({ 'POST /kyc/video': problem(429, 'rate_limited', 'Too often.') });
    await press('Complete Verification');
    await start();
    await waitFor(() => expect(screen.queryByText(/^Record your video first/)).toBeNull());
    expect(await screen.findByText('Verification Failed')).toBeDefined();
  });

  test('too short a recording is not kept', async () => {
    stubDevices();
    await open();
    await start();
    await begin();
    await press('Stop recording');
    expect(await screen.findByText(/That was too short/)).toBeDefined();
  });

  test('a recording that the browser gives up is said, and the next one counts', async () => {
    stubDevices();
    await open();
    await start();
    await begin();
    breakRecorder();
    expect(await screen.findByText(/The recording was interrupted/)).toBeDefined();
    await record();
    expect(await screen.findByText('Look at your video')).toBeDefined();
  });

  test('recording again drops the first one and keeps the phrase', async () => {
    stubDevices();
    const { sent } = await open();
    await start();
    await record();
    await press('Record again');
    expect(await screen.findByRole('button', { name: 'Start recording' })).toBeDefined();
    expect(sent.filter((one) => one.path === '/kyc/video/challenge').length).toBe(1);
    expect(await readTake(sampleMe().id)).toBeUndefined();
  });

  test('the camera goes out when the page is left', async () => {
    const devices = stubDevices();
    const { router } = await open();
    await start();
    await screen.findByText('blue river 4 7 2');
    expect(devices.isCameraOn()).toBe(true);
    await router.navigate('/elsewhere');
    await waitFor(() => expect(devices.isCameraOn()).toBe(false));
  });

  test.each([
    [{ refusal: 'NotAllowedError' }, 'Camera or microphone is switched off for this page'],
    [{ refusal: 'NotFoundError' }, 'No camera or microphone was found'],
    [{ refusal: 'NotReadableError' }, 'The camera did not start'],
    [{ place: 'denied' }, 'Location is switched off for this page'],
    [{ place: 'unavailable' }, 'Your device could not find its place'],
    [{ isSecure: false }, 'This address is not protected'],
  ] as const)('%j has a face of its own and a way on', async (devices, title) => {
    stubDevices(devices);
    await open();
    await start();
    expect(await screen.findByText(title)).toBeDefined();
    expect(screen.getByRole('link', { name: 'Do it later' }).getAttribute('href')).toBe('/dashboard');
    stubDevices();
    await press('Try again');
    expect(await screen.findByText('blue river 4 7 2')).toBeDefined();
  });

  test('without a proven mobile number the step says where to add one', async () => {
    stubDevices();
    await open({ 'POST /kyc/video': problem(409, 'mobile_required', 'Verify your mobile number first.') });
    await start();
    const link = await screen.findByRole('link', { name: 'Add a mobile number' });
    expect(link.getAttribute('href')).toBe('/dashboard/profile?edit=phone');
  });
});

describe('KYC, step 3: handing the video in', () => {
  test('what an earlier visit had sent is not sent again', async () => {
    stubDevices();
    await keepTake(sampleMe().id, kept({ isWanted: true, sentParts: [0] }));
    const { sent } = await open({
      'GET /kyc': [
        [200, before],
        [200, inReview],
      ],
    });
    expect(await screen.findByText('Your video is in review')).toBeDefined();
    expect(sentTo(sent, 'PUT')).toEqual([]);
    expect(sentTo(sent, 'POST')).toEqual([`${PARTS}/complete`]);
  });

  test('a refusal that came before the answer to the recording is said once it is sent again', async () => {
    stubDevices();
    await keepTake(sampleMe().id, kept({ isWanted: true, sentParts: [0] }));
    const { sent } = await open({
      'GET /kyc': [200, { ...before, video: { status: 'rejected', reason: 'The face is in the dark.' } }],
      [`POST ${PARTS}/complete`]: problem(409, 'recording_complete', 'It is there.'),
    });
    await waitFor(() => expect(sentTo(sent, 'POST')).toEqual([`${PARTS}/complete`]));
    expect(await screen.findByText(/The face is in the dark/)).toBeDefined();
    expect(screen.getByRole('button', { name: 'Start video KYC' })).toBeDefined();
  });

  test('a recording that was not yet handed in can be looked at after a reload', async () => {
    stubDevices();
    await keepTake(sampleMe().id, kept());
    await open();
    expect(await screen.findByText('Look at your video')).toBeDefined();
  });

  test('another person on the same device does not see it', async () => {
    stubDevices();
    await keepTake('0192ab34-0000-7000-8000-0000000000ff', kept());
    await open();
    expect(await screen.findByRole('button', { name: 'Start video KYC' })).toBeDefined();
    expect(await readTake('0192ab34-0000-7000-8000-0000000000ff')).toBeUndefined();
  });

  test('a lost connection is waited out', async () => {
    stubDevices();
    await keepTake(sampleMe().id, kept({ isWanted: true }));
    await open({
      'GET /kyc': [
        [200, before],
        [200, inReview],
      ],
      [`PUT ${PARTS}/parts/0`]: [
        new TypeError('Failed to fetch'),
        [200, { status: 'open', receivedParts: [0], receivedBytes: 19 }],
      ],
    });
    expect(await screen.findByText(/The connection is lost/)).toBeDefined();
    globalThis.dispatchEvent(new Event('online'));
    expect(await screen.findByText('Your video is in review')).toBeDefined();
  });

  test('parts the server does not have are sent once more', async () => {
    stubDevices();
    await keepTake(sampleMe().id, kept({ isWanted: true, sentParts: [0] }));
    const { sent } = await open({
      'GET /kyc': [
        [200, before],
        [200, inReview],
      ],
      [`POST ${PARTS}/complete`]: [
        problem(409, 'recording_incomplete', 'Some of it has not arrived.'),
        [200, { status: 'pending' }],
      ],
    });
    expect(await screen.findByText('Your video is in review')).toBeDefined();
    expect(sentTo(sent, 'PUT')).toEqual([`${PARTS}/parts/0`]);
  });

  test('outside India it keeps the recording for another try', async () => {
    stubDevices({ place: { latitude: 51.5, longitude: -0.12 } });
    await keepTake(sampleMe().id, kept({ isWanted: true }));
    const sentence = 'The video step can be done only inside India.';
    const { sent, answers } = await open({
      [`POST ${PARTS}/complete`]: problem(422, 'location_outside_india', sentence),
    });
    expect(await screen.findByText(sentence)).toBeDefined();
    expect(screen.getByText('Verification Failed')).toBeDefined();
    stubDevices();
    answers[`POST ${PARTS}/complete`] = [200, { status: 'pending' }];
    answers['GET /kyc'] = [200, inReview];
    await press('Send again');
    expect(await screen.findByText('Your video is in review')).toBeDefined();
    expect(sent.findLast((one) => one.path.endsWith('/complete'))?.body['latitude']).toBe(28.61);
  });

  test('an expired phrase leads to a new one, and to new consents', async () => {
    stubDevices();
    await keepTake(sampleMe().id, kept({ isWanted: true }));
    await open({ [`PUT ${PARTS}/parts/0`]: problem(410, 'video_challenge_expired', 'It has expired.') });
    expect(await screen.findByText(/The phrase had expired/)).toBeDefined();
    expect(await readTake(sampleMe().id)).toBeUndefined();
    await start();
    expect(await screen.findByText('blue river 4 7 2')).toBeDefined();
  });
});

describe('KYC, step 3: what came of the video', () => {
  test('SPEC-2.kyc-end: an approval that arrives is said and leads to the dashboard', async () => {
    const { answers, client, router } = await open({ 'GET /kyc': [200, inReview] });
    expect(await screen.findByText('Your video is in review')).toBeDefined();
    expect(screen.getByText('67% complete')).toBeDefined();
    answers['GET /kyc'] = [200, approved];
    await client.invalidateQueries({ queryKey: ['kyc'] });
    expect(await screen.findByText('Video KYC completed successfully!')).toBeDefined();
    expect(router.state.location.pathname).toBe('/dashboard');
  });

  test('in review nothing is left to complete: the way goes to the dashboard', async () => {
    const { router } = await open({ 'GET /kyc': [200, inReview] });
    expect(await screen.findByText('Your video is in review')).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Complete Verification' })).toBeNull();
    await press('Go to dashboard');
    expect(router.state.location.pathname).toBe('/dashboard');
  });

  test('an approval takes no person away who is busy with the limit', async () => {
    const { answers, client, router } = await open(
      { 'GET /kyc': [200, inReview] },
      'en',
      <button type="button">See my credit limit</button>,
    );
    expect(await screen.findByText('Your video is in review')).toBeDefined();
    await press('See my credit limit');
    answers['GET /kyc'] = [200, approved];
    await client.invalidateQueries({ queryKey: ['kyc'] });
    expect(await screen.findByText('Video KYC completed successfully!')).toBeDefined();
    expect(await screen.findByText('Your video is approved.')).toBeDefined();
    expect(router.state.location.pathname).not.toBe('/dashboard');
  });

  test('an approved video says so, and leads to the dashboard', async () => {
    const { router } = await open({ 'GET /kyc': [200, approved] });
    expect(await screen.findByText('Your video is approved.')).toBeDefined();
    expect(screen.getByText('100% complete')).toBeDefined();
    await press('Go to dashboard');
    expect(router.state.location.pathname).toBe('/dashboard');
  });

  test('a refusal gives its reason and a new try', async () => {
    stubDevices();
    await open({
      'GET /kyc': [200, { ...before, video: { status: 'rejected', reason: 'The face cannot be seen.' } }],
    });
    expect(await screen.findByText('Verification Failed')).toBeDefined();
    expect(screen.getByText(/The face cannot be seen/)).toBeDefined();
    await start();
    expect(await screen.findByText('blue river 4 7 2')).toBeDefined();
    expect(screen.queryByText('Verification Failed')).toBeNull();
  });

  test('where a partner makes the video, its call can be opened, and again after a reload', async () => {
    const url = 'https://calls.example/session/1';
    await open({
      'POST /kyc/video': [200, { status: 'pending', mode: 'provider', sessionUrl: url }],
    });
    await start();
    const link = await screen.findByRole('link', { name: 'Open the video call' });
    expect(link.getAttribute('href')).toBe(url);
    cleanup();
    const callIsOpen = { ...inReview, video: { ...inReview.video, hasOpenCall: true } };
    await open({
      'GET /kyc': [200, callIsOpen],
      'POST /kyc/video': [200, { status: 'pending', mode: 'provider', sessionUrl: url }],
    });
    expect(await screen.findByText('In review')).toBeDefined();
    const again = await screen.findByRole('link', { name: 'Open the video call' });
    expect(again.getAttribute('href')).toBe(url);
  });

  test('a call that came to nothing says why, and can be begun again', async () => {
    const reason = KYC_REASONS.video_dropped_off;
    await open(
      { 'GET /kyc': [200, { ...before, video: { status: 'not_started', reason: reason.en } }] },
      'hi',
    );
    expect(await screen.findByText(reason.hi)).toBeDefined();
  });

  test('in Hindi every word of the step is Hindi', async () => {
    stubDevices();
    await open({}, 'hi');
    expect(await screen.findByRole('button', { name: 'वीडियो KYC शुरू करें' })).toBeDefined();
    expect(screen.getByText(/एक बार अपना कैमरा/)).toBeDefined();
  });
});

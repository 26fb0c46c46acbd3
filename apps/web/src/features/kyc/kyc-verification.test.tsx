// @vitest-environment jsdom
import { act, cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { type Answers, problem } from '../../../test/network.ts';
import { pressTwice } from '../../../test/press-twice.ts';
import { ID, sampleKyc, sampleMe } from '../../../test/samples.ts';
import { sampleSession } from '../../../test/session.ts';
import { setState } from '../../lib/session-state.ts';
import { toast } from '../../ui/toast.tsx';
import { open, openWith, press } from './kyc.testing.tsx';

const COMPLETE = `POST /kyc/aadhaar/${ID.session}/complete`;

afterEach(() => {
  toast.dismissAll();
  cleanup();
  vi.unstubAllGlobals();
});

describe('KYC, step 1: PAN', () => {
  test('SPEC-2.kyc-progress, SPEC-2.kyc-previous: opens where the person stands and says why it matters', async () => {
    await open({ 'GET /kyc': [200, sampleKyc()] });
    expect(await screen.findByLabelText('PAN number')).toBeDefined();
    expect(screen.getByText('0% complete')).toBeDefined();
    expect(screen.getByText('Why KYC is Important')).toBeDefined();
    expect(screen.getByText(/I allow Mohlat and the lender to verify my PAN/)).toBeDefined();
    expect(screen.getByRole('link', { name: 'Previous Step' }).getAttribute('href')).toBe(
      '/dashboard/profile',
    );
  });

  test('SPEC-1.kyc-steps, SPEC-2.kyc-wizard, SPEC-2.kyc-previous, SPEC-4.kyc-badges: names its three steps, and goes one back', async () => {
    const { router } = await open({ 'GET /kyc': [200, sampleKyc(['pan'])] });
    const steps = within(await screen.findByRole('list', { name: 'Steps' })).getAllByRole('listitem');
    const [pan, aadhaar, video] = steps.map((step) => within(step));
    expect(pan?.getByText('PAN') && pan.getByText('Verified')).toBeDefined();
    expect(aadhaar?.getByText('Aadhaar') && aadhaar.getByText('Pending Verification')).toBeDefined();
    expect(video?.getByText('Video KYC')).toBeDefined();
    await press('Previous Step');
    expect(router.state.location.search).toBe('?step=1');
  });

  test('given an address without a step, when the person goes one back, the heading of that step has the focus, at the top', async () => {
    await open({ 'GET /kyc': [200, sampleKyc(['pan'])] });
    await screen.findByRole('heading', { name: 'Verify your Aadhaar' });
    const scrolled = vi.fn();
    vi.stubGlobal('scrollTo', scrolled);
    await press('Previous Step');
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Verify your PAN' }));
    expect(scrolled).toHaveBeenCalledOnce();
  });

  test('is told by the shape of a PAN, and that it is being verified', async () => {
    await open({ 'GET /kyc': [200, sampleKyc()] });
    const field = await screen.findByLabelText('PAN number');
    await userEvent.type(field, '12345ABCDE');
    await press('Continue');
    expect(
      await screen.findByText('PAN number must be in the format: 5 letters, 4 numbers, 1 letter'),
    ).toBeDefined();
    await userEvent.clear(field);
    await userEvent.type(field, 'ABCDE1234F');
    vi.stubGlobal('fetch', () => new Promise(() => undefined));
    await press('Continue');
    expect(await screen.findByRole('button', { name: 'Verifying...' })).toBeDefined();
  });

  test('the PAN of the profile is filled in, masked, and one press has it verified', async () => {
    const verified = [200, { status: 'verified', nameOnPan: 'ASHA RAO', reason: null }] as const;
    const { sent } = await open({ 'GET /kyc': [200, sampleKyc()], 'POST /kyc/pan': verified });
    const field = await screen.findByLabelText<HTMLInputElement>('PAN number');
    await vi.waitFor(() => expect(field.value).toBe('ABXXXXX34F'));
    // Focus empties the field for another PAN. A person who leaves it empty keeps the first.
    await userEvent.click(field);
    expect(field.value).toBe('');
    await userEvent.tab();
    expect(field.value).toBe('ABXXXXX34F');
    await press('Continue');
    await vi.waitFor(() => expect(sent.find((one) => one.path === '/kyc/pan')?.body).toEqual({}));
  });

  test('a refusal without a reason is said all the same', async () => {
    await open({
      'GET /kyc': [200, sampleKyc()],
      'POST /kyc/pan': [200, { status: 'rejected', nameOnPan: null, reason: null }],
    });
    await userEvent.type(await screen.findByLabelText('PAN number'), 'ABCDE1234F');
    await press('Continue');
    expect((await screen.findAllByText('PAN verification failed')).length).toBeGreaterThan(0);
  });

  test('a PAN of the wrong shape is not sent', async () => {
    const { sent } = await open({ 'GET /kyc': [200, sampleKyc()] });
    await userEvent.type(await screen.findByLabelText('PAN number'), 'abcd');
    await press('Continue');
    expect(await screen.findByText('Please enter all 10 characters of your PAN number')).toBeDefined();
    expect(sent.some((one) => one.method === 'POST')).toBe(false);
  });

  test('a refusal by the issuer is shown as Verification Failed and not repeated', async () => {
    const { sent } = await open({
      'GET /kyc': [200, sampleKyc()],
      'POST /kyc/pan': [
        200,
        {
          status: 'rejected',
          nameOnPan: null,
          reason: { code: 'pan_invalid', text: 'The issuer does not know this PAN.' },
        },
      ],
    });
    await userEvent.type(await screen.findByLabelText('PAN number'), 'ABCDE1234F');
    await press('Continue');
    expect(await screen.findByText('Verification Failed')).toBeDefined();
    expect((await screen.findAllByText('The issuer does not know this PAN.')).length).toBeGreaterThan(0);
    expect(sent.filter((one) => one.method === 'POST').length).toBe(1);
  });

  test('a name that differs leads to where it can be corrected', async () => {
    const kyc = sampleKyc();
    const reason = { code: 'pan_name_mismatch' as const, text: 'The name differs.' };
    await open({ 'GET /kyc': [200, { ...kyc, pan: { ...kyc.pan, status: 'rejected', reason } }] });
    expect(await screen.findByText(/differs from the name in your profile/)).toBeDefined();
    expect(screen.getByRole('link', { name: 'Correct the name in my profile' }).getAttribute('href')).toBe(
      '/dashboard/profile?edit=name',
    );
  });

  test('given a name that a document has locked, when the PAN has another, then the way leads to us', async () => {
    const kyc = sampleKyc(['aadhaar']);
    const reason = { code: 'pan_name_mismatch' as const, text: 'The name differs.' };
    await open({ 'GET /kyc': [200, { ...kyc, pan: { ...kyc.pan, status: 'rejected', reason } }] }, '?step=1');
    const way = await screen.findByRole('link', { name: 'Write to us' });
    expect(way.getAttribute('href')).toBe('/dashboard/help#contact');
    expect(screen.queryByRole('link', { name: 'Correct the name in my profile' })).toBeNull();
  });

  test('a name that a person has to look at is neither verified nor refused', async () => {
    const kyc = sampleKyc();
    const reason = { code: 'pan_name_review' as const, text: 'A person looks at it.' };
    await open({ 'GET /kyc': [200, { ...kyc, pan: { ...kyc.pan, status: 'pending', reason } }] });
    expect(await screen.findByText(/do not fully agree. A person looks at it/)).toBeDefined();
    expect(screen.queryByText('Verification Failed')).toBeNull();
  });

  test('what a person decides about such a name takes effect while the page is open', async () => {
    const kyc = sampleKyc();
    const pan = { ...kyc.pan, status: 'pending' as const };
    const verdict = {
      status: 'pending',
      nameOnPan: null,
      reason: { code: 'pan_name_review', text: 'A person looks at it.' },
    };
    const { answers, client } = await open({ 'GET /kyc': [200, kyc], 'POST /kyc/pan': [200, verdict] });
    await userEvent.type(await screen.findByLabelText('PAN number'), 'ABCDE1234F');
    answers['GET /kyc'] = [200, { ...kyc, pan: { ...pan, reason: verdict.reason } }];
    await press('Continue');
    expect(await screen.findByText(/do not fully agree/)).toBeDefined();
    const reason = { code: 'pan_name_rejected', text: 'A person compared the names.' };
    answers['GET /kyc'] = [200, { ...kyc, pan: { ...pan, status: 'rejected', reason } }];
    await client.invalidateQueries({ queryKey: ['kyc'] });
    expect(await screen.findByText('Verification Failed')).toBeDefined();
    expect(screen.queryByText(/do not fully agree/)).toBeNull();
  });

  test('SPEC-4.kyc-order: a technical failure is repeated by itself and says which try failed', async () => {
    const { answers } = await open({
      'GET /kyc': [200, sampleKyc()],
      'POST /kyc/pan': [
        problem(503, 'provider_unavailable', 'Not answering.'),
        [200, { status: 'verified', nameOnPan: 'ASHA RAO' }],
      ],
    });
    await userEvent.type(await screen.findByLabelText('PAN number'), 'ABCDE1234F');
    answers['GET /kyc'] = [200, sampleKyc(['pan'])];
    await press('Continue');
    expect(await screen.findByText('Verification attempt 1 failed. Retrying...')).toBeDefined();
    expect(await screen.findByText('PAN verified successfully')).toBeDefined();
    expect(await screen.findByLabelText('Aadhaar number')).toBeDefined();
  });

  test('SPEC-7.no-data: an answer without content is a failure, tried again and then said', async () => {
    const { sent } = await open({ 'GET /kyc': [200, sampleKyc()], 'POST /kyc/pan': [200, null] });
    await userEvent.type(await screen.findByLabelText('PAN number'), 'ABCDE1234F');
    await press('Continue');
    const said = await screen.findAllByText('No data returned from verification API');
    expect(said.length).toBeGreaterThan(0);
    expect(sent.filter((one) => one.method === 'POST').length).toBe(3);
  });

  test('without a profile it leads to onboarding', async () => {
    await open({
      'GET /kyc': [200, sampleKyc()],
      'POST /kyc/pan': problem(409, 'onboarding_incomplete', 'Complete your profile first.'),
    });
    await userEvent.type(await screen.findByLabelText('PAN number'), 'ABCDE1234F');
    await press('Continue');
    const link = await screen.findByRole('link', { name: 'Complete your profile' });
    expect(link.getAttribute('href')).toBe('/onboarding');
  });

  test('a failed reading of the state can be repeated', async () => {
    await open({ 'GET /kyc': problem(400, 'bad_json', 'Broken.') });
    expect((await screen.findAllByText(/^Opening a page never moves money/)).length).toBeGreaterThan(0);
    expect(await screen.findByRole('button', { name: 'Retry' })).toBeDefined();
  });

  test('a double press asks the issuer once', async () => {
    const { sent } = await open({
      'GET /kyc': [200, sampleKyc()],
      'POST /kyc/pan': [200, { status: 'verified', nameOnPan: 'ASHA RAO', reason: null }],
    });
    await userEvent.type(await screen.findByLabelText('PAN number'), 'ABCDE1234F');
    pressTwice(screen.getByRole('button', { name: 'Continue' }));
    expect(await screen.findByText('PAN verified successfully')).toBeDefined();
    expect(sent.filter((one) => one.method === 'POST')).toHaveLength(1);
  });
});

describe('KYC, step 2: Aadhaar', () => {
  test.each(['1234', '9999 4105 7059'])(
    'SPEC-5.aadhaar-digits: %s is no Aadhaar number and is not sent',
    async (typed) => {
      const { sent } = await open({ 'GET /kyc': [200, sampleKyc(['pan'])] });
      await userEvent.type(await screen.findByLabelText('Aadhaar number'), typed);
      await press('Continue');
      expect(await screen.findByText('Please enter a valid 12-digit Aadhaar number')).toBeDefined();
      expect(sent.some((one) => one.method === 'POST')).toBe(false);
    },
  );

  test.each([
    ['the document', ['pan'], 'The document is read for the account asha@example.in.'],
    ['the video', ['pan', 'aadhaar'], 'The video is made for the account asha@example.in.'],
  ] as const)(
    'given a session, when %s is asked for, then the step names the account',
    async (_, done, said) => {
      const session = sampleSession(Date.now());
      const user = { ...session.user, email: 'asha@example.in' };
      const kept = { ...session, token_type: 'bearer' as const, user };
      act(() => setState({ status: 'in', session: kept, userId: user.id }));
      await open({ 'GET /kyc': [200, sampleKyc([...done])] });
      expect(await screen.findByText(said)).toBeDefined();
    },
  );

  test('a failure is said in a message, and its reason in the step', async () => {
    await open({
      'GET /kyc': [200, sampleKyc(['pan'])],
      'POST /kyc/aadhaar': problem(503, 'provider_unavailable', 'Not answering.'),
    });
    await userEvent.type(await screen.findByLabelText('Aadhaar number'), '999941057058');
    await press('Continue');
    expect(await screen.findByText('Aadhaar verification failed')).toBeDefined();
    expect(screen.getByText('Not answering.')).toBeDefined();
  });

  test('the browser\'s "back" from DigiLocker finds a button that answers', async () => {
    await open({
      'GET /kyc': [200, sampleKyc(['pan'])],
      'POST /kyc/aadhaar': [200, { sessionId: ID.session, redirectUrl: `${globalThis.location.href}#there` }],
    });
    await userEvent.type(await screen.findByLabelText('Aadhaar number'), '999941057058');
    await press('Continue');
    expect(await screen.findByRole('button', { name: 'Opening DigiLocker...' })).toBeDefined();
    await vi.waitUntil(() => globalThis.location.hash === '#there');
    act(() => {
      globalThis.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
    });
    expect(await screen.findByRole('button', { name: 'Continue' })).toBeDefined();
  });

  test('SPEC-4.kyc-order: coming back from DigiLocker completes the check and goes on to the limit', async () => {
    const { router, sent } = await open(
      {
        'GET /kyc': [
          [200, sampleKyc(['pan'])],
          [200, sampleKyc(['pan', 'aadhaar'])],
        ],
        [COMPLETE]: [200, { status: 'verified', masked: 'XXXX XXXX 7058' }],
      },
      `?session=${ID.session}&state=only-this-browser&success=True`,
    );
    expect(await screen.findByText('Aadhaar verified successfully')).toBeDefined();
    expect(await screen.findByRole('heading', { name: 'Video KYC' })).toBeDefined();
    expect(router.state.location.search).toBe('?step=3');
    const completed = sent.find((one) => one.path.endsWith('/complete'));
    expect(completed?.body).toEqual({ state: 'only-this-browser' });
  });

  test('coming back from DigiLocker with a refusal tells it', async () => {
    const reason = { code: 'aadhaar_consent_denied', text: 'You did not give consent at DigiLocker.' };
    const { sent } = await open(
      {
        'GET /kyc': [200, sampleKyc(['pan'])],
        [COMPLETE]: [200, { status: 'not_started', masked: null, reason }],
      },
      `?session=${ID.session}&state=only-this-browser&success=False&errCode=user_consent_not_given`,
    );
    expect(await screen.findByRole('button', { name: 'Start over' })).toBeDefined();
    await vi.waitFor(() => expect(sent.some((one) => one.path.endsWith('/complete'))).toBe(true));
    const completed = sent.find((one) => one.path.endsWith('/complete'));
    expect(completed?.body).toEqual({ state: 'only-this-browser', isRefused: true });
  });

  test('while DigiLocker is not finished it asks again', async () => {
    const { sent } = await open(
      {
        'GET /kyc': [200, sampleKyc(['pan'])],
        [COMPLETE]: [
          [
            200,
            {
              status: 'pending',
              masked: null,
              reason: { code: 'aadhaar_pending', text: 'Not finished yet.' },
            },
          ],
          [200, { status: 'verified', masked: 'XXXX XXXX 7058', reason: null }],
        ],
      },
      `?session=${ID.session}`,
    );
    const asked = () => sent.filter((one) => one.path.endsWith('/complete')).length;
    await vi.waitFor(() => expect(asked()).toBe(2));
    expect((await screen.findAllByText('Aadhaar verified successfully')).length).toBeGreaterThan(0);
  });

  test('a birth date that differs leads to where it can be corrected', async () => {
    const reason = { code: 'aadhaar_date_of_birth', text: 'The birth date differs.' };
    const refused = { status: 'rejected', masked: null, reason };
    const answers = { 'GET /kyc': [200, sampleKyc(['pan'])], [COMPLETE]: [200, refused] } satisfies Answers;
    await open(answers, `?session=${ID.session}`);
    const way = await screen.findByRole('link', { name: 'Correct the date in my profile' });
    expect(way.getAttribute('href')).toBe('/dashboard/profile?edit=dateOfBirth');
  });

  test('given a consent that was given elsewhere, when it is told, then there is nothing to look at again', async () => {
    await open(
      {
        'GET /kyc': [200, sampleKyc(['pan'])],
        [COMPLETE]: problem(409, 'consent_elsewhere', 'Start over.'),
      },
      `?session=${ID.session}`,
    );
    expect(await screen.findByText('Start over.')).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Check again' })).toBeNull();
    await press('Start over');
    expect(await screen.findByLabelText('Aadhaar number')).toBeDefined();
  });

  test.each([
    ['aadhaar_consent_denied', 'You did not give consent at DigiLocker.'],
    ['reason_of_a_newer_server', 'DigiLocker knows another number of yours.'],
  ])('given the refusal %s, then the page says so and offers to start over', async (code, text) => {
    const { router } = await open(
      {
        'GET /kyc': [200, sampleKyc(['pan'])],
        [COMPLETE]: [200, { status: 'not_started', masked: null, reason: { code, text } }],
      },
      `?session=${ID.session}`,
    );
    expect(await screen.findByText('Verification Failed')).toBeDefined();
    expect(screen.getByText(text)).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Check again' })).toBeNull();
    await press('Start over');
    expect(await screen.findByLabelText('Aadhaar number')).toBeDefined();
    expect(router.state.location.search).toBe('?step=2');
  });
});

describe('KYC, step 3', () => {
  test('the credit limit stands before the video, which can wait, and the focus comes to it', async () => {
    await openWith(<button type="button">See my credit limit</button>, {
      'GET /kyc': [200, sampleKyc(['pan', 'aadhaar'])],
    });
    await press('Previous Step');
    await press('Continue');
    const heading = await screen.findByRole('heading', { name: 'Your PAN and Aadhaar are verified' });
    await vi.waitFor(() => expect(document.activeElement).toBe(heading));
    const limit = screen.getByRole('button', { name: 'See my credit limit' });
    const video = await screen.findByRole('button', { name: 'Start video KYC' });
    expect(limit.compareDocumentPosition(video)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  });

  test('SPEC-2.kyc-progress: before the video two thirds are done, and the page says what that means for the limit', async () => {
    await open({
      'GET /kyc': [200, sampleKyc(['pan', 'aadhaar'])],
      'GET /me': [200, sampleMe({ credit: null })],
    });
    expect(
      await screen.findByText(/Until it is approved, your credit limit has a lower ceiling/),
    ).toBeDefined();
    expect(screen.getByText('67% complete')).toBeDefined();
  });
});

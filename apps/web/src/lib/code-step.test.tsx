// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { stubNetwork } from '../../test/network.ts';
import { openScreen } from '../../test/open-screen.tsx';
import { useAuthSentences } from './auth-errors.ts';
import { CodeStep } from './code-step.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('given that no other code was sent, then it may be asked for at once; after one that was, a minute later', async () => {
  stubNetwork({});
  const answers = ['Too many codes were sent.', undefined];
  function Step() {
    return (
      <CodeStep
        words={useAuthSentences()}
        hint="Sent"
        sentAtMs={0}
        onVerify={() => Promise.resolve(undefined)}
        onResend={() => Promise.resolve(answers.shift())}
      />
    );
  }
  await openScreen({ path: '/code', Component: Step }, '/code');
  const again = () => screen.getByRole<HTMLButtonElement>('button', { name: /^Resend OTP/ });
  await userEvent.click(again());
  expect((await screen.findAllByText('Too many codes were sent.')).length).toBeGreaterThan(0);
  expect(again().disabled).toBe(false);
  expect(screen.queryByText(/next one has ten digits/)).toBeNull();
  await userEvent.click(again());
  await vi.waitFor(() => expect(again().disabled).toBe(true));
  expect(again().textContent).toBe('Resend OTP in 1:00');
});

test('given a code that is being judged, when another could be asked for, then that waits for the answer', async () => {
  stubNetwork({});
  const judged = Promise.withResolvers<string | undefined>();
  function Step() {
    return (
      <CodeStep
        words={useAuthSentences()}
        hint="Sent"
        sentAtMs={0}
        onVerify={() => judged.promise}
        onResend={() => Promise.resolve(undefined)}
      />
    );
  }
  await openScreen({ path: '/code', Component: Step }, '/code');
  const again = () => screen.getByRole<HTMLButtonElement>('button', { name: /^Resend OTP/ });
  expect(again().disabled).toBe(false);
  await userEvent.type(screen.getByLabelText('Enter the 6-digit code'), '123456');
  expect(again().disabled).toBe(true);
  judged.resolve('Wrong.');
  await vi.waitFor(() => expect(again().disabled).toBe(false));
});

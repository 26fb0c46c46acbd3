// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { stubNetwork } from '../../../test/network.ts';
import { openScreen } from '../../../test/open-screen.tsx';
import { ReasonDialog } from './reason-dialog.tsx';

afterEach(() => {
  cleanup();
  sessionStorage.clear();
  vi.unstubAllGlobals();
});

const open = async () => {
  stubNetwork({});
  const onSend = vi.fn<(reason: string) => Promise<void>>(() => Promise.resolve());
  const Component = () => (
    <ReasonDialog
      title="Change the limit"
      text="Two people decide."
      draft="limit:1"
      fields={<input aria-label="New limit" />}
      onSend={onSend}
      onDone={() => undefined}
      onClose={() => undefined}
    />
  );
  await openScreen({ path: '/', Component }, '/');
  return {
    onSend,
    limit: await screen.findByLabelText('New limit'),
    reason: screen.getByLabelText('Reason'),
  };
};

test('given a reason, when a member of staff presses Enter in a field, it is sent', async () => {
  const { onSend, limit, reason } = await open();
  await userEvent.type(reason, 'Income has risen');
  await userEvent.type(limit, '500{Enter}');
  expect(onSend).toHaveBeenCalledExactlyOnceWith('Income has risen');
});

test('given no reason, when a member of staff presses Enter in a field, it is asked for and nothing is sent', async () => {
  const { onSend, limit, reason } = await open();
  await userEvent.type(limit, '500{Enter}');
  expect(reason.getAttribute('aria-invalid')).toBe('true');
  expect(onSend).not.toHaveBeenCalled();
});

test('Enter in the reason begins a line of it', async () => {
  const { onSend, reason } = await open();
  await userEvent.type(reason, 'One{Enter}two');
  expect((reason as HTMLTextAreaElement).value).toBe('One\ntwo');
  expect(onSend).not.toHaveBeenCalled();
});

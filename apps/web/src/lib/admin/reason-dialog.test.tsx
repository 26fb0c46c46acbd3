// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { stubNetwork } from '../../../test/network.ts';
import { openScreen } from '../../../test/open-screen.tsx';
import { NetworkError, ProblemError } from '../problem.ts';
import { ReasonDialog } from './reason-dialog.tsx';

afterEach(() => {
  cleanup();
  sessionStorage.clear();
  vi.restoreAllMocks();
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
  const { client } = await openScreen({ path: '/', Component }, '/');
  return {
    client,
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

const refused = (code: string, more: object = {}) =>
  new ProblemError({
    type: 'about:blank',
    title: code,
    status: 409,
    code,
    detail: `It says ${code}.`,
    requestId: 'request',
    ...more,
  });

test.each([
  ['review_decided', {}],
  ['another_code', { first: { by: 'Ravi', at: '2026-11-20T11:00:00Z' } }],
])('given %s, when a colleague was quicker, then it says so and is not sent again', async (code, more) => {
  const { onSend, reason } = await open();
  onSend.mockRejectedValue(refused(code, more));
  await userEvent.type(reason, 'Income has risen');
  await userEvent.click(screen.getByRole('button', { name: 'Change the limit' }));
  expect(await screen.findByText('Somebody was quicker')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Change the limit' })).toBeNull();
});

test.each(['waiver_exceeds_due', 'limit_not_allowed', 'write_off_too_early'])(
  'given %s, when refused, then it is an ordinary refusal and can be sent again',
  async (code) => {
    const { onSend, reason } = await open();
    onSend.mockRejectedValue(refused(code));
    await userEvent.type(reason, 'Income has risen');
    await userEvent.click(screen.getByRole('button', { name: 'Change the limit' }));
    expect(await screen.findByText(`It says ${code}.`)).toBeDefined();
    expect(screen.queryByText('Somebody was quicker')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Change the limit' }));
    expect(onSend).toHaveBeenCalledTimes(2);
  },
);

test('given no network, when it is sent, then nothing left and the reason can be changed', async () => {
  const { onSend, reason } = await open();
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  onSend.mockRejectedValueOnce(new NetworkError('There is no network'));
  await userEvent.type(reason, 'Income has risen');
  await userEvent.click(screen.getByRole('button', { name: 'Change the limit' }));
  expect(await screen.findByText(/^There is no connection/)).toBeDefined();
  expect(screen.queryByText('It is not known yet whether this was done')).toBeNull();
  expect(reason.matches(':disabled')).toBe(false);
});

describe('given an answer that was lost', () => {
  const lose = async () => {
    const shown = await open();
    shown.onSend.mockRejectedValueOnce(new NetworkError('lost'));
    await userEvent.type(shown.reason, 'Income has risen');
    await userEvent.click(screen.getByRole('button', { name: 'Change the limit' }));
    await screen.findByText('It is not known yet whether this was done');
    return shown;
  };

  test('when a letter is changed, then it stays as it was sent, and the same is sent again', async () => {
    const { onSend, limit, reason } = await lose();
    await userEvent.type(reason, '!');
    await userEvent.type(limit, '7');
    expect((reason as HTMLTextAreaElement).value).toBe('Income has risen');
    expect((limit as HTMLInputElement).value).toBe('');
    await userEvent.click(screen.getByRole('button', { name: 'Change the limit' }));
    expect(onSend.mock.calls).toEqual([['Income has risen'], ['Income has risen']]);
  });

  test('when the next press is refused for its moment, then it stays open what became of the first', async () => {
    const { onSend, reason } = await lose();
    onSend.mockRejectedValueOnce(refused('too_many_requests', { status: 429 }));
    await userEvent.click(screen.getByRole('button', { name: 'Change the limit' }));
    expect(await screen.findByText(/It says too_many_requests/)).toBeDefined();
    expect(reason.matches(':disabled')).toBe(true);
  });

  test('when the next press meets no network, then it stays open what became of the first', async () => {
    const { onSend, reason } = await lose();
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    onSend.mockRejectedValueOnce(new NetworkError('There is no network'));
    await userEvent.click(screen.getByRole('button', { name: 'Change the limit' }));
    await vi.waitFor(() => expect(onSend).toHaveBeenCalledTimes(2));
    expect(await screen.findByText('It is not known yet whether this was done')).toBeDefined();
    expect(reason.matches(':disabled')).toBe(true);
  });

  test('when the next press is judged, then the reason can be changed', async () => {
    const { onSend, reason } = await lose();
    onSend.mockRejectedValueOnce(refused('waiver_exceeds_due'));
    await userEvent.click(screen.getByRole('button', { name: 'Change the limit' }));
    expect(await screen.findByText('It says waiver_exceeds_due.')).toBeDefined();
    expect(reason.matches(':disabled')).toBe(false);
  });

  test('when the dialog is closed, then what it is about is read again, and it says so', async () => {
    const { client } = await lose();
    const read = vi.spyOn(client, 'invalidateQueries');
    await userEvent.click(screen.getAllByRole('button', { name: 'Close' })[0]!);
    expect(await screen.findByText('Look first whether it was done')).toBeDefined();
    expect(read).toHaveBeenCalledOnce();
  });
});

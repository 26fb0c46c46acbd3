// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { pressTwice } from '../../test/press-twice.ts';
import { createQueryClient } from './query-client.ts';
import { useSendOnce } from './send-once.ts';

afterEach(cleanup);

/** A button that sends, and the requests that have begun; each ends when it is told to. */
function open() {
  const begun: { resolve: () => void; reject: (error: Error) => void }[] = [];
  function Sender() {
    const sending = useSendOnce({
      mutationFn: () => new Promise<void>((resolve, reject) => begun.push({ resolve, reject })),
    });
    return (
      <>
        <button onClick={() => sending.mutate()}>Send</button>
        <p>{sending.status}</p>
      </>
    );
  }
  render(
    <QueryClientProvider client={createQueryClient()}>
      <Sender />
    </QueryClientProvider>,
  );
  return begun;
}
const press = () => pressTwice(screen.getByRole('button', { name: 'Send' }));

describe('given a double press, when both come before anything is drawn', () => {
  test('then one request is sent, and another after it has ended', async () => {
    const begun = open();
    press();
    await vi.waitUntil(() => begun.length > 0);
    expect(begun).toHaveLength(1);
    begun[0]!.resolve();
    expect(await screen.findByText('success')).toBeDefined();
    press();
    await vi.waitUntil(() => begun.length > 1);
    expect(begun).toHaveLength(2);
  });

  test('then one request is sent, and another after it has failed', async () => {
    const begun = open();
    press();
    await vi.waitUntil(() => begun.length > 0);
    begun[0]!.reject(new Error('lost'));
    expect(await screen.findByText('error')).toBeDefined();
    press();
    await vi.waitUntil(() => begun.length > 1);
    expect(begun).toHaveLength(2);
  });
});

import { act, fireEvent, screen } from '@testing-library/react';
import { type ReactNode, useState } from 'react';
import { expect, vi } from 'vitest';
import { openScreen } from './open-screen.tsx';

/** Opens a part of a page behind a press, so that its clocks are those of the test: `vi.useRealTimers()` ends that. */
export async function openPart(part: ReactNode) {
  function Before() {
    const [isOpen, setIsOpen] = useState(false);
    return isOpen ? part : <button onClick={() => setIsOpen(true)}>Enter</button>;
  }
  const opened = await openScreen({ path: '/part', Component: Before }, '/part');
  vi.useFakeTimers();
  fireEvent.click(screen.getByRole('button', { name: 'Enter' }));
  return opened;
}

export const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));

/** Expects of a part that reads for itself, and is never answered, that it says so, and offers a retry after fifteen seconds. */
export async function expectRetry(part: ReactNode): Promise<void> {
  let asked = 0;
  vi.stubGlobal('fetch', () => {
    asked += 1;
    return new Promise(() => undefined);
  });
  await openPart(part);
  await pass(5_000);
  expect(screen.getByText('Taking longer than usual')).toBeDefined();
  await pass(10_000);
  const before = asked;
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
  await pass(0);
  expect(asked).toBeGreaterThan(before);
}

// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { openScreen } from '../../test/open-screen.tsx';
import { saveFile } from '../lib/save-file.ts';
import { SharedLink } from '../lib/shared-link.tsx';
import { toast } from './toast.tsx';

afterEach(() => {
  toast.dismissAll();
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test('given a browser that refuses to copy, the whole link is selected and said so', async () => {
  const address = `https://mohlat.example/repay#${'a'.repeat(43)}`;
  const labels = { copy: 'Copy the link', copied: 'Copied', send: 'Send', revoke: 'Take back' };
  await openScreen(
    {
      path: '/link',
      element: (
        <SharedLink address={address} note="" labels={labels} isRevoking={false} onRevoke={() => {}} />
      ),
    },
    '/link',
  );
  const user = userEvent.setup();
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('no', 'NotAllowedError'));
  await user.click(await screen.findByRole('button', { name: 'Copy the link' }));
  expect(await screen.findByText('It could not be copied. It is marked: copy it yourself.')).toBeDefined();
  expect(globalThis.getSelection()?.toString()).toBe(address);
  expect(screen.getByText(address).className).not.toMatch(/truncate/);
});

test('a saved file keeps its address for a minute after the press', () => {
  vi.useFakeTimers();
  const revoke = vi.fn<(address: string) => void>();
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:1', revokeObjectURL: revoke }));
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
  saveFile(new Blob(['x']), 'x.pdf');
  vi.advanceTimersByTime(59_000);
  expect(revoke).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1_000);
  expect(revoke).toHaveBeenCalledExactlyOnceWith('blob:1');
});

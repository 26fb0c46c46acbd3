// @vitest-environment jsdom
import { useQuery } from '@tanstack/react-query';
import { act, cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { openScreen } from '../../test/open-screen.tsx';
import { Stamp } from '../lib/admin/admin-list.tsx';
import { setClockBy } from '../lib/product-clock.ts';
import { RootLayout } from './root-layout.tsx';

/** Takes the server's time, as from an answer. */
const serverIsAt = (date: Date) => setClockBy({ headers: new Headers({ date: date.toUTCString() }) });

afterEach(() => {
  serverIsAt(new Date());
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

function Figures() {
  const { data } = useQuery({
    queryKey: ['figures'],
    queryFn: () => {
      serverIsAt(new Date('2026-11-20T13:10:00Z'));
      return 'figures';
    },
  });
  return <p>{data}</p>;
}

test('given a device whose clock is slow, when the network goes, then the figures are as of the product’s time', async () => {
  await openScreen(
    { path: '/', element: <RootLayout />, children: [{ index: true, element: <Figures /> }] },
    '/',
  );
  await screen.findByText('figures');
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  act(() => void window.dispatchEvent(new Event('offline')));
  expect(await screen.findByText(/Figures are as of 6:40\spm/)).toBeDefined();
});

test('given a device whose clock is slow, then a staff list is as of the product’s time', async () => {
  const at = Date.parse('2026-11-20T12:00:00Z');
  vi.useFakeTimers({ toFake: ['Date'], now: at });
  serverIsAt(new Date('2026-11-20T13:10:00Z'));
  await openScreen({ path: '/', element: <Stamp at={at} isFetching={false} onRefresh={vi.fn()} /> }, '/');
  expect((await screen.findByRole('status')).textContent).toMatch(/6:40\spm/);
});

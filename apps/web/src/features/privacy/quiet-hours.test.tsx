// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { stubNetwork, type Sent } from '../../../test/network.ts';
import { openScreen } from '../../../test/open-screen.tsx';
import { keys } from '../../lib/keys.ts';
import { toast } from '../../ui/toast.tsx';
import { PreferencesCard } from './preferences-card.tsx';

const PUT = 'PUT /me/preferences';
const preferences = (from: string, until: string) => ({
  language: 'en',
  theme: 'system',
  channels: { email: true, sms: true, inApp: true },
  quietHours: { from, until },
  updatedAt: null,
});

afterEach(() => {
  toast.dismissAll();
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const stored = (sent: readonly Sent[]) =>
  sent.filter(({ method }) => method === 'PUT').map(({ body }) => body['quietHours']);
const field = (label: 'From' | 'Until') => screen.getByLabelText<HTMLInputElement>(label);
const put = (label: 'From' | 'Until', value: string) => fireEvent.change(field(label), { target: { value } });

async function open() {
  let kept = { from: '22:00', until: '07:00' };
  const network = stubNetwork({
    'GET /me/preferences': [200, preferences('22:00', '07:00')],
    [PUT]: ({ body }) => {
      const { from, until } = (body['quietHours'] ?? kept) as typeof kept;
      kept = { from, until };
      return [200, preferences(from, until)];
    },
  });
  const { client } = await openScreen({ path: '/privacy', Component: PreferencesCard }, '/privacy');
  await screen.findByLabelText('From');
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const changeElsewhere = (from: string) =>
    act(async () => {
      client.setQueryData(keys.preferences, preferences(from, '07:00'));
      await vi.advanceTimersByTimeAsync(10);
    });
  return { ...network, changeElsewhere };
}

test('given a time that was just typed, when the page is left, then it is stored, once', async () => {
  const { sent } = await open();
  put('From', '21:30');
  cleanup();
  await vi.waitFor(() => expect(stored(sent)).toEqual([{ from: '21:30', until: '07:00' }]));
  await vi.advanceTimersByTimeAsync(2_000);
  expect(stored(sent)).toHaveLength(1);
});

test('given a time typed digit by digit, when its field is left, then it alone is stored', async () => {
  const { sent } = await open();
  for (const half of ['02:00', '21:00', '21:03', '21:30']) put('From', half);
  expect(field('From').value).toBe('21:30');
  expect(stored(sent)).toEqual([]);
  fireEvent.blur(field('From'));
  await vi.waitFor(() => expect(stored(sent)).toEqual([{ from: '21:30', until: '07:00' }]));
  expect(field('From').value).toBe('21:30');
});

test('given a whole time, when the typing pauses, then it is stored once, also where its field is left later', async () => {
  const { sent } = await open();
  put('Until', '06:15');
  await act(() => vi.advanceTimersByTimeAsync(1000));
  fireEvent.blur(field('Until'));
  await act(() => vi.advanceTimersByTimeAsync(2000));
  expect(stored(sent)).toEqual([{ from: '22:00', until: '06:15' }]);
});

test('given a field that is emptied, then it fills again only when it is left', async () => {
  const { sent } = await open();
  put('From', '');
  await act(() => vi.advanceTimersByTimeAsync(2000));
  expect(field('From').value).toBe('');
  fireEvent.blur(field('From'));
  await vi.waitFor(() => expect(field('From').value).toBe('22:00'));
  expect(stored(sent)).toEqual([]);
});

test('given two equal times, then it says why they are not taken', async () => {
  const { sent } = await open();
  put('Until', '22:00');
  fireEvent.blur(field('Until'));
  await act(() => vi.advanceTimersByTimeAsync(2000));
  expect(screen.getByText('They would end as they begin. Choose two different times.')).toBeDefined();
  expect(stored(sent)).toEqual([]);
  put('From', '21:00');
  fireEvent.blur(field('From'));
  await vi.waitFor(() => expect(stored(sent)).toEqual([{ from: '21:00', until: '22:00' }]));
});

test('given a time typed and typed back, when another device changes it later, then that one stays', async () => {
  const { sent, changeElsewhere } = await open();
  put('From', '21:00');
  put('From', '22:00');
  await act(() => vi.advanceTimersByTimeAsync(1000));
  await changeElsewhere('23:00');
  expect(field('From').value).toBe('23:00');
  await act(() => vi.advanceTimersByTimeAsync(2000));
  fireEvent.blur(field('From'));
  expect(stored(sent)).toEqual([]);
});

test('given a time on its way, when a switch is pressed meanwhile, then a later change elsewhere is shown', async () => {
  const { sent, changeElsewhere } = await open();
  put('From', '21:00');
  fireEvent.blur(field('From'));
  fireEvent.click(screen.getByRole('switch', { name: /SMS/ }));
  await vi.waitFor(() => expect(stored(sent)).toHaveLength(2));
  await act(() => vi.advanceTimersByTimeAsync(500));
  await changeElsewhere('23:00');
  expect(field('From').value).toBe('23:00');
  await act(() => vi.advanceTimersByTimeAsync(2000));
  expect(stored(sent)).toEqual([{ from: '21:00', until: '07:00' }, undefined]);
});

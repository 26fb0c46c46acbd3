// @vitest-environment jsdom
import { QueryClient } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { keys } from './keys.ts';
import { storePreferences } from './preferences.ts';

/** A server that answers when it is told to. */
function heldServer() {
  const held: { body: unknown; answer: (status: number, body: object) => void }[] = [];
  vi.stubGlobal('fetch', (_: unknown, init: RequestInit) => {
    const { promise, resolve } = Promise.withResolvers<Response>();
    const answer = (status: number, body: object) =>
      resolve(
        new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } }),
      );
    held.push({ body: JSON.parse(init.body as string), answer });
    return promise;
  });
  return held;
}

const stored = {
  language: 'en',
  theme: 'dark',
  channels: { email: true, sms: false, inApp: true },
  quietHours: null,
};

test('changes leave one after the other, and only the last answer is taken for how things stand', async () => {
  const client = new QueryClient();
  const server = heldServer();
  const both = [
    storePreferences(client, { channels: { sms: false } }),
    storePreferences(client, { theme: 'dark' }),
  ];
  await vi.waitFor(() => expect(server).toHaveLength(1));
  server[0]?.answer(200, { ...stored, theme: 'light' });
  await vi.waitFor(() => expect(server).toHaveLength(2));
  expect(client.getQueryData(keys.preferences)).toBeUndefined();
  server[1]?.answer(200, stored);
  await Promise.all(both);
  expect(server.map(({ body }) => body)).toEqual([{ channels: { sms: false } }, { theme: 'dark' }]);
  expect(client.getQueryData(keys.preferences)).toMatchObject({ theme: 'dark' });
});

test('a change that was refused is told to the person who made it, and holds up no other', async () => {
  const client = new QueryClient();
  const server = heldServer();
  const refused = storePreferences(client, { theme: 'light' });
  const next = storePreferences(client, { theme: 'dark' });
  await vi.waitFor(() => expect(server).toHaveLength(1));
  server[0]?.answer(422, { code: 'validation_failed', status: 422, title: 'No', detail: 'No.' });
  await expect(refused).rejects.toThrow();
  await vi.waitFor(() => expect(server).toHaveLength(2));
  server[1]?.answer(200, stored);
  await next;
  expect(client.getQueryData(keys.preferences)).toMatchObject({ theme: 'dark' });
});

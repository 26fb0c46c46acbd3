import Fastify from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestAuth, startTestAuth } from './auth.testing.ts';

let auth: TestAuth;
const seen: boolean[] = [];
const app = Fastify();
beforeAll(async () => {
  auth = await startTestAuth();
  app.addHook('onRequest', (request, _, done) => {
    seen.push(auth.server.isHashing(request));
    done();
  });
  await app.register(auth.server.plugin);
});
afterAll(async () => {
  await app.close();
  await auth.stop();
});

it.each([
  ['/token?grant_type=password', true],
  ['/token?x=1&grant_type=password', true],
  ['/token?grant%5Ftype=password', true],
  ['/token?grant_type=passwor%64', true],
  ['/%74oken?grant_type=password', true],
  ['/%73ignup', true],
  ['/signup', true],
  ['/token?grant_type=refresh_token', false],
  ['/token?x=grant_type=password', false],
  ['/token?grant_type=passwords', false],
  ['/otp?grant_type=password', false],
  ['/signups', false],
])('a call of %s hashes a password: %s, however its address is written', async (path, isHashing) => {
  seen.length = 0;
  await app.inject({ method: 'POST', url: `/auth/v1${path}`, payload: '{}' });
  expect(seen).toEqual([isHashing]);
});

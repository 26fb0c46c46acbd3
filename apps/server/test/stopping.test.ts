import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OwnProduct, startOwnProduct } from './outage/product.ts';
import { until } from './waiting.ts';

let product: OwnProduct;
beforeAll(async () => {
  product = await startOwnProduct({ SHUTDOWN_WAIT_SECONDS: '300' });
});
afterAll(() => product.close());

const status = async (path: string) => (await fetch(`${product.server.url}${path}`)).status;

test('a product that is told to stop is red to balancers first and answers until it is told again', async () => {
  expect(await status('/readyz')).toBe(200);
  product.process.signal('SIGTERM');
  await until(async () => ((await status('/readyz')) === 503 ? true : undefined));
  expect(await status('/healthz')).toBe(200);
  expect(await status('/auth/v1/settings')).toBe(200);
  expect((await fetch(`${product.server.url}/api/v1/pricing`)).headers.get('connection')).toBe('close');
  product.process.signal('SIGTERM');
  await until(async () => (product.process.isRunning() ? undefined : true));
  expect(product.process.exitCode()).toBe(0);
});

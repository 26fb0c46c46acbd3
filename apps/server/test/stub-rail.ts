import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createProviders, type Providers, sandboxProvidersConfig } from '../src/providers/index.ts';

/** Providers at a far side that says what a test wants, in a wire format that the sandbox never has. */
export interface StubRail {
  readonly providers: Providers;
  close(): Promise<void>;
}

/** Opens the clients of all providers at one stub server, at noon of 20 November 2026 in India. */
export async function openStubRail(answer: RequestListener): Promise<StubRail> {
  const rail = createServer(answer);
  await new Promise<void>((done) => rail.listen(0, '127.0.0.1', done));
  const url = `http://127.0.0.1:${(rail.address() as AddressInfo).port}`;
  const providers = createProviders(sandboxProvidersConfig(url, 1), {
    now: () => new Date('2026-11-20T06:30:00Z'),
  });
  return {
    providers,
    async close() {
      await providers.close();
      await new Promise((done) => rail.close(done));
    },
  };
}

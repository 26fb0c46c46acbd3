import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createProviders, providersConfigFromEnv, sandboxProvidersConfig } from '#providers/index.ts';
import type { CallRecord, ProviderError, Providers, ProvidersConfig, RawWebhook } from '#providers/index.ts';
import { startSandbox } from '../../sandbox/src/app.ts';
import { comingNoon } from '../../sandbox/test/noon.ts';
import type { TimeLimit } from '../src/platform/outbound/http-client.ts';
import { silenceLimit, UNHURRIED } from './silence.ts';
import { until } from './waiting.ts';

export interface FaultRule {
  provider: string;
  op: string;
  match?: Record<string, unknown>;
  skip?: number;
  times?: number | 'always';
  fault: Record<string, unknown>;
}

export interface SandboxWorld {
  url: string;
  smtpPort: number;
  config: ProvidersConfig;
  providers: Providers;
  /** Ends calls that are left without an answer, for adapters a test makes itself. */
  timeLimit: TimeLimit;
  calls: CallRecord[];
  /** Webhooks received so far, as an adapter would get them. */
  webhooks: RawWebhook[];
  now: () => Date;
  control: (method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown) => Promise<unknown>;
  fault(rule: FaultRule): Promise<void>;
  clearFaults(): Promise<void>;
  /** ISO duration, such as PT10M or P1D. */
  advance(duration: string): Promise<void>;
  waitForWebhooks(matches: (webhook: RawWebhook) => boolean, count?: number): Promise<RawWebhook[]>;
  close(): Promise<void>;
}

/**
 * Starts the outside world in this process, with adapters that give a call up the moment it leaves it without an answer, and
 * a receiver for its webhooks. With CONTRACT_LIVE=1 a test may use `liveProviders` instead.
 */
export async function openSandbox(overrides: Partial<ProvidersConfig> = {}): Promise<SandboxWorld> {
  const webhooks: RawWebhook[] = [];
  let offsetMs = 0;
  const now = (): Date => new Date(Date.now() + offsetMs);
  const receiver = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      webhooks.push({
        path: request.url ?? '',
        headers: request.headers,
        rawBody: Buffer.concat(chunks),
        receivedAt: now(),
      });
      response.writeHead(200).end();
    });
  });
  await new Promise<void>((done) => receiver.listen(0, '127.0.0.1', done));
  const target = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/api/v1/webhooks`;
  const { timeLimit, onSilence } = silenceLimit();
  const sandbox = await startSandbox({
    port: 0,
    smtpPort: 0,
    webhookTarget: target,
    holdMs: 3_500,
    onSilence,
  });
  const calls: CallRecord[] = [];
  const config: ProvidersConfig = {
    ...sandboxProvidersConfig(sandbox.url, sandbox.smtpPort),
    timeouts: UNHURRIED,
    backoff: { baseMs: 1, capMs: 5 },
    breaker: { failures: 1_000, halfOpenAfterMs: 10 },
    ...overrides,
  };
  const providers = createProviders(config, { now, onCall: (record) => calls.push(record), timeLimit });

  const control: SandboxWorld['control'] = async (method, path, body) => {
    const answer = await fetch(`${sandbox.url}/control${path}`, {
      method,
      ...(body === undefined
        ? {}
        : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`control ${path}: ${answer.status} ${text}`);
    return text === '' ? undefined : (JSON.parse(text) as unknown);
  };

  async function moveClock(target: object): Promise<void> {
    const state = await control('POST', '/clock', target);
    offsetMs = Number(Reflect.get(Object(state), 'offsetMs'));
  }
  await moveClock({ now: comingNoon() });

  return {
    url: sandbox.url,
    smtpPort: sandbox.smtpPort,
    config,
    providers,
    timeLimit,
    calls,
    webhooks,
    now,
    control,
    async fault(rule) {
      await control('POST', '/faults', rule);
    },
    async clearFaults() {
      await control('DELETE', '/faults');
    },
    advance: (duration) => moveClock({ advance: duration }),
    async waitForWebhooks(matches, count = 1) {
      return until(async () => {
        const found = webhooks.filter(matches);
        return found.length >= count ? found : undefined;
      });
    },
    async close() {
      await providers.close();
      await sandbox.close();
      receiver.closeAllConnections();
      await new Promise((done) => receiver.close(done));
    },
  };
}

/** The providers' own test environments, when they were asked for and all keys were given. */
export function liveProviders(): Providers | undefined {
  if (process.env['CONTRACT_LIVE'] !== '1') return undefined;
  const result = providersConfigFromEnv(process.env, []);
  if ('missing' in result) throw new Error(`CONTRACT_LIVE needs ${result.missing.join(', ')}`);
  return createProviders(result.config, { now: () => new Date() });
}

/** The error a call must end with. Its fields are those of whichever error class the case looks at. */
export async function failureOf(work: Promise<unknown>): Promise<ProviderError & Record<string, unknown>> {
  const error: unknown = await work.then(
    () => undefined,
    (e: unknown) => e,
  );
  // The cases look at fields of several error classes.
  if (error instanceof Error) return error as ProviderError & Record<string, unknown>;
  throw new Error('expected a failure');
}

import { EventEmitter } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startSandbox } from '../src/app.ts';
import { comingNoon } from './noon.ts';
import type { Sandbox, SandboxOptions } from '../src/app.ts';

export type Json = Record<string, unknown>;
// Tests read answers as any JSON reader would; a wrong path is undefined and fails the expectation.
export type Answer = { status: number; headers: Headers; text: string; body: Tree };
export type Tree = { [key: string]: Tree } & { readonly length: number; toString(): string } & (
    | string
    | number
    | boolean
    | null
    | { toString(): string }
  );

export type Received = { path: string; headers: IncomingHttpHeaders; raw: string; body: Tree; at: number };

/** The server's webhook entrance, played by a plain HTTP server that writes down what it gets. */
export async function aReceiver() {
  const received: Received[] = [];
  const arrivals = new EventEmitter();
  let status = 200;
  const server = createServer((request, response) => {
    let raw = '';
    request.on('data', (chunk: Buffer) => (raw += chunk.toString()));
    request.on('end', () => {
      let body: unknown = null;
      try {
        body = JSON.parse(raw);
      } catch {
        body = null;
      }
      received.push({
        path: request.url ?? '',
        headers: request.headers,
        raw,
        body: body as Tree,
        at: Date.now(),
      });
      response.writeHead(status).end();
      arrivals.emit('webhook');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    received,
    target: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`,
    answerWith: (next: number) => {
      status = next;
    },
    async until(test: (all: Received[]) => boolean): Promise<Received[]> {
      while (!test(received)) await new Promise((resolve) => arrivals.once('webhook', resolve));
      return received;
    },
    close: () => new Promise<void>((resolve) => void server.close(() => resolve())),
  };
}

async function send(
  url: string,
  method: string,
  headers: Record<string, string>,
  body: unknown,
): Promise<Answer> {
  const response = await fetch(url, {
    method,
    headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    redirect: 'manual',
  });
  const text = await response.text();
  let parsed: unknown = null;
  try {
    parsed = JSON.parse(text);
  } catch {
    parsed = null;
  }
  return { status: response.status, headers: response.headers, text, body: parsed as Tree };
}

export function caller(base: string, headers: Record<string, string> = {}) {
  return {
    get: (path: string, more: Record<string, string> = {}) =>
      send(base + path, 'GET', { ...headers, ...more }, undefined),
    post: (path: string, body: unknown, more: Record<string, string> = {}) =>
      send(base + path, 'POST', { ...headers, ...more }, body),
    delete: (path: string) => send(base + path, 'DELETE', headers, undefined),
  };
}

export type Caller = ReturnType<typeof caller>;

const RAZORPAY_KEY = {
  authorization: `Basic ${Buffer.from('rzp_test_sandbox:sandbox-razorpay-secret').toString('base64')}`,
};

export const SETU_DATA_KEYS = (product: string) => ({
  'x-client-id': 'sandbox-data',
  'x-client-secret': 'sandbox-data-secret',
  'x-product-instance-id': product,
});

/** A running sandbox with callers for each provider. */
export async function aSandbox(options: SandboxOptions = {}) {
  const sandbox: Sandbox = await startSandbox({
    port: 0,
    smtpPort: 0,
    webhookTarget: 'http://127.0.0.1:9/nowhere',
    holdMs: 300,
    ...options,
  });
  const open = caller(sandbox.url);
  // A world that goes on from a file has a clock of its own.
  if (options.dbPath === undefined) await open.post('/control/clock', { now: comingNoon() });
  const token = await open.post('/setu-billpay/api/v2/auth/token', {
    clientID: 'sandbox-billpay',
    secret: 'sandbox-billpay-secret',
  });
  return {
    ...sandbox,
    open,
    control: caller(`${sandbox.url}/control`),
    billPay: caller(`${sandbox.url}/setu-billpay/api/v2`, {
      authorization: `Bearer ${String(token.body.token)}`,
      'x-partner-id': '4211',
    }),
    razorpay: caller(`${sandbox.url}/razorpay/v1`, RAZORPAY_KEY),
    pan: caller(`${sandbox.url}/setu-data/api`, SETU_DATA_KEYS('sandbox-pan')),
    nameMatch: caller(`${sandbox.url}/setu-data/api`, SETU_DATA_KEYS('sandbox-name-match')),
    digilocker: caller(`${sandbox.url}/setu-data/api/digilocker`, SETU_DATA_KEYS('sandbox-digilocker')),
  };
}

export type World = Awaited<ReturnType<typeof aSandbox>>;

/** Faults and the clock are the world's own; each test starts from a clean one. */
export async function cleanUp(world: World): Promise<void> {
  await world.control.delete('/faults');
  await world.control.post('/webhooks/policy', {});
}

import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pause } from './rehearsal.ts';

/**
 * The least that a balancer has to do: it asks each backend every moment whether it is ready, sends requests to those that are,
 * by turns, and repeats none. HAProxy and nginx would hide a lost request by sending it again; this one shows it.
 */
export interface Balancer {
  readonly url: string;
  /** Resolves when a backend is sent nothing any more and has answered what it was sent. */
  untilDrained(port: number): Promise<void>;
  /** Resolves when a backend is sent requests. */
  untilGreen(port: number): Promise<void>;
  close(): Promise<void>;
}

const HOST = '127.0.0.1';
const LOOK_EVERY_MS = 200;
/** A backend is left out after so many looks in a row at which it was not ready, as balancers do (`fall` of HAProxy). */
const FALL = 2;
/** Headers that are about one connection and not about the message (RFC 9110, 7.6.1). */
const OF_A_CONNECTION = ['connection', 'keep-alive', 'transfer-encoding', 'upgrade'];

/** Stands before the backends on the given ports of this machine. All are red until they say that they are ready. */
export async function openBalancer(ports: readonly number[]): Promise<Balancer> {
  const backends = ports.map((port) => new Backend(port));
  let turn = 0;
  const server = createServer((inbound, response) => {
    const green = backends.filter(({ isGreen }) => isGreen);
    turn += 1;
    const backend = green[turn % green.length];
    if (backend) backend.forward(inbound, response);
    else response.writeHead(503, { 'retry-after': '1' }).end();
  });
  await new Promise<void>((resolve) => server.listen(0, HOST, resolve));
  const named = (port: number) => backends.find((backend) => backend.port === port)!;
  return {
    url: `http://${HOST}:${(server.address() as AddressInfo).port}`,
    untilDrained: (port) => until(() => !named(port).isGreen && named(port).underWay === 0),
    untilGreen: (port) => until(() => named(port).isGreen),
    async close() {
      for (const backend of backends) backend.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

class Backend {
  readonly port: number;
  isGreen = false;
  underWay = 0;
  readonly #agent = new Agent({ keepAlive: true });
  #isOver = false;

  constructor(port: number) {
    this.port = port;
    void this.#look();
  }

  forward(inbound: IncomingMessage, response: ServerResponse): void {
    this.underWay += 1;
    response.once('close', () => {
      this.underWay -= 1;
    });
    const headers = {
      ...withoutConnection(inbound.headers),
      'x-forwarded-for': inbound.socket.remoteAddress ?? HOST,
    };
    const { method = 'GET', url = '/' } = inbound;
    const onward = request({ host: HOST, port: this.port, agent: this.#agent, method, path: url, headers });
    onward.once('response', (answer) => {
      response.writeHead(answer.statusCode ?? 502, withoutConnection(answer.headers));
      answer.pipe(response);
      answer.once('error', () => response.destroy());
    });
    onward.once('error', () => {
      if (response.headersSent) response.destroy();
      else response.writeHead(502).end();
    });
    response.once('close', () => onward.destroy());
    inbound.pipe(onward);
  }

  close(): void {
    this.#isOver = true;
    this.#agent.destroy();
  }

  async #look(): Promise<void> {
    let misses = FALL;
    while (!this.#isOver) {
      misses = (await isReady(this.port)) ? 0 : misses + 1;
      this.isGreen = misses < FALL;
      await pause(LOOK_EVERY_MS);
    }
  }
}

function isReady(port: number): Promise<boolean> {
  return fetch(`http://${HOST}:${port}/readyz`).then(
    async (answer) => {
      await answer.arrayBuffer();
      return answer.ok;
    },
    () => false,
  );
}

function withoutConnection(headers: NodeJS.Dict<string | string[]>): NodeJS.Dict<string | string[]> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !OF_A_CONNECTION.includes(name)));
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await pause(LOOK_EVERY_MS / 20);
}

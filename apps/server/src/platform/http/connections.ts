import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { Busy } from '#platform/pools/semaphore.ts';
import { clientAddress, isWithin, normalAddress, siteOf } from '@mohlat/platform/http/client-address.ts';

interface ConnectionBounds {
  readonly perAddressMax: number;
  /** Proxies whose word on a client's address is taken. */
  readonly trustedProxies: readonly string[];
}

/** Connections beyond an address's share that are told busy; further ones are closed without a word. */
const TOLD_MAX = 16;
/** So long such a connection may take to ask something. */
const TOLD_WITHIN_MS = 2000;

/** So many times an address's share a /48 has: a mobile network's phones share one. */
const SITE_SHARES = 4;

/** The counts of each address and of each /48; a count of zero is not kept. */
class Counts {
  readonly #counts = new Map<string, number>();
  readonly #perAddressMax: number;

  constructor(perAddressMax: number) {
    this.#perAddressMax = perAddressMax;
  }

  /** Counts one more; answers how many are over the share of the address or of its /48. Below one it is within both. */
  add(address: string): number {
    const site = siteOf(address);
    const over = this.#add(address, 1) - this.#perAddressMax;
    return site === undefined ? over : Math.max(over, this.#add(site, 1) - this.#perAddressMax * SITE_SHARES);
  }

  remove(address: string): void {
    const site = siteOf(address);
    this.#add(address, -1);
    if (site !== undefined) this.#add(site, -1);
  }

  #add(key: string, change: 1 | -1): number {
    const count = (this.#counts.get(key) ?? 0) + change;
    if (count > 0) this.#counts.set(key, count);
    else this.#counts.delete(key);
    return count;
  }
}

/**
 * Bounds the connections of one client address (of IPv6 the /64, and four times as many of the /48 around it). Behind a trusted
 * proxy all connections are the proxy's: there it bounds the requests under way of each address that the proxy names, event
 * streams among them. A request over the bound is told busy.
 */
export function boundConnections(
  app: FastifyInstance,
  { perAddressMax, trustedProxies }: ConnectionBounds,
): void {
  const surplus = new WeakSet<Socket>();
  const connections = new Counts(perAddressMax);
  const requests = new Counts(perAddressMax);
  const proxies = new WeakSet<Socket>();

  app.server.on('connection', (socket: Socket) => {
    if (isWithin(socket.remoteAddress, trustedProxies)) return void proxies.add(socket);
    const address = normalAddress(socket.remoteAddress);
    // It has gone already.
    if (address === undefined) return void socket.destroy();
    const over = connections.add(address);
    socket.once('close', () => connections.remove(address));
    if (over <= 0) return;
    if (over > TOLD_MAX) return void socket.destroy();
    surplus.add(socket);
    const late = setTimeout(() => socket.destroy(), TOLD_WITHIN_MS);
    socket.once('close', () => clearTimeout(late));
  });

  app.addHook('onRequest', (request, reply, done) => {
    const { socket } = request.raw;
    if (surplus.has(socket)) {
      reply.header('connection', 'close');
      return done(new Busy());
    }
    if (!proxies.has(socket)) return done();
    const address = clientAddress(request);
    // A request that names no other address comes from the proxy itself: its health check.
    if (address === normalAddress(socket.remoteAddress)) return done();
    const over = requests.add(address);
    onceOver(reply.raw, () => requests.remove(address));
    done(over > 0 ? new Busy() : undefined);
  });
}

/** Runs once when an answer is given whole, or the caller has gone. */
function onceOver(response: ServerResponse, act: () => void): void {
  let isOver = false;
  const end = () => {
    if (isOver) return;
    isOver = true;
    act();
  };
  response.once('close', end).once('finish', end);
}

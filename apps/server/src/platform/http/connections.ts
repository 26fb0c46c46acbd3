import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { Busy } from '#platform/pools/semaphore.ts';
import { clientAddress, isWithin, normalAddress } from './client-address.ts';

interface ConnectionBounds {
  readonly perAddressMax: number;
  /** Proxies whose word on a client's address is taken. */
  readonly trustedProxies: readonly string[];
}

/** Connections beyond an address's share that are told busy; further ones are closed without a word. */
const TOLD_MAX = 16;
/** So long such a connection may take to ask something. */
const TOLD_WITHIN_MS = 2000;

/** How many there are of each address; an address without any is not there. */
class Counts {
  readonly #counts = new Map<string, number>();

  /** Counts one more, and answers how many there are now. */
  add(address: string): number {
    const count = (this.#counts.get(address) ?? 0) + 1;
    this.#counts.set(address, count);
    return count;
  }

  remove(address: string): void {
    const count = (this.#counts.get(address) ?? 0) - 1;
    if (count > 0) this.#counts.set(address, count);
    else this.#counts.delete(address);
  }
}

/**
 * Bounds the connections of one client address (of IPv6 the /64). Behind a trusted proxy all connections are the proxy's: of
 * each address it names, the requests under way are bounded instead, event streams among them. What is over is told busy.
 */
export function boundConnections(
  app: FastifyInstance,
  { perAddressMax, trustedProxies }: ConnectionBounds,
): void {
  const surplus = new WeakSet<Socket>();
  const connections = new Counts();
  const requests = new Counts();

  app.server.on('connection', (socket: Socket) => {
    if (isWithin(socket.remoteAddress, trustedProxies)) return;
    const address = normalAddress(socket.remoteAddress);
    // It has gone already.
    if (address === undefined) return void socket.destroy();
    const count = connections.add(address);
    socket.once('close', () => connections.remove(address));
    if (count <= perAddressMax) return;
    if (count > perAddressMax + TOLD_MAX) return void socket.destroy();
    surplus.add(socket);
    const late = setTimeout(() => socket.destroy(), TOLD_WITHIN_MS);
    socket.once('close', () => clearTimeout(late));
  });

  app.addHook('onRequest', async (request, reply) => {
    if (surplus.has(request.raw.socket)) {
      reply.header('connection', 'close');
      throw new Busy();
    }
    const peer = request.raw.socket.remoteAddress;
    const address = clientAddress(request);
    // Whoever names nobody else calls from the proxy itself: it looks whether we are well.
    if (!isWithin(peer, trustedProxies) || address === normalAddress(peer)) return;
    const count = requests.add(address);
    onceOver(reply.raw, () => requests.remove(address));
    if (count > perAddressMax) throw new Busy();
  });
}

/** Runs once when an answer is given whole, or whoever asked has gone. */
function onceOver(response: ServerResponse, act: () => void): void {
  let isOver = false;
  const end = () => {
    if (isOver) return;
    isOver = true;
    act();
  };
  response.once('close', end).once('finish', end);
}

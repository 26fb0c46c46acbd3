import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Busy, Semaphore } from '#platform/pools/semaphore.ts';
import { clientAddress, turnOf } from '@mohlat/platform/http/client-address.ts';

interface StrangerBounds {
  /** Whether a request carries an access token that was verified before; without a signature or a database trip. */
  readonly isKnown: (authorization: string | undefined) => boolean;
  /** Whether answering it hashes a password: a core for some 30 ms. */
  readonly isHashing: (request: FastifyRequest) => boolean;
}

/** Fewer than the connections of the API's pool, so that some are left for who is signed in. */
const PERMITS = 8;
/** Two prove a password and one makes one at a time (decision 064); one more is on its way to the database. */
const HASHING_PERMITS = 4;
/** A waiting caller costs nothing, and sends no further request meanwhile. */
const QUEUE = { queueMax: 1024, queuePerKeyMax: 32 } as const;
/** The paths that ask for work; pages and their files are read from memory. */
const WORK = /^\/(api|auth)\//;

/**
 * Limits concurrent requests without a known session (semaphore, fair by client address; one share for an IPv6 /48). Requests with
 * a session and `/healthz` pass. A full queue refuses before the body is read. A permit is held from when the request is there
 * whole until its answer is ready, so that neither a slow sender nor a slow reader keeps one.
 */
export function boundStrangers(app: FastifyInstance, { isKnown, isHashing }: StrangerBounds): void {
  const hashing = new Semaphore({ permits: HASHING_PERMITS, ...QUEUE });
  const rest = new Semaphore({ permits: PERMITS, ...QUEUE });
  const releases = new WeakMap<FastifyRequest, () => void>();
  const boundOf = (request: FastifyRequest): Semaphore | undefined => {
    const { url: route = '', config } = request.routeOptions;
    // The route that answers too: an address can be written in many ways.
    const isWork = WORK.test(route) || WORK.test(request.url);
    if (!isWork || config.isStream === true) return undefined;
    if (isKnown(request.headers.authorization)) return undefined;
    return isHashing(request) ? hashing : rest;
  };

  app.addHook('onRequest', (request, _, done) => {
    const isFull = boundOf(request)?.hasRoom(turnOf(clientAddress(request))) === false;
    done(isFull ? new Busy() : undefined);
  });
  app.addHook('preValidation', (request, reply, done) => {
    const bound = boundOf(request);
    if (bound) admit(bound, request, reply).then(() => done(), done);
    else done();
  });
  app.addHook('onSend', (request, _, payload, done) => {
    releases.get(request)?.();
    done(null, payload);
  });

  /** Resolves when it is the request's turn. Throws busy. */
  function admit(bound: Semaphore, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    return new Promise((admitted, refuse) => {
      const work = () => {
        // A caller who has gone needs no answer.
        if (reply.raw.destroyed) throw new Busy();
        admitted();
        return new Promise<void>((release) => {
          releases.set(request, release);
          reply.raw.once('close', release);
        });
      };
      bound.run(turnOf(clientAddress(request)), async () => work()).catch(refuse);
    });
  }
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** It stays open, and has a bound of its own. */
    readonly isStream?: boolean;
  }
}

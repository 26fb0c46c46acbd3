import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { clientAddress, turnOf } from '@mohlat/platform/http/client-address.ts';
import type { Bound } from '@mohlat/platform/http/bound.ts';
import { type Wait, waitingBy } from '@mohlat/platform/pools/outside.ts';
import { Busy, type Permit, Semaphore } from '#platform/pools/semaphore.ts';

interface Bounds {
  /** The person whose session a request carries, if it is known to be alive; without a signature or a database trip. */
  readonly holderOf: (authorization: string | undefined) => string | undefined;
  /** Whether answering it hashes a password: a core for some 30 ms. */
  readonly isHashing: (request: FastifyRequest) => boolean;
  /** Connections of the API's pool, and of that of staff. */
  readonly connections: { readonly api: number; readonly staff: number };
}

/** Two prove a password and one makes one at a time (decision 064); one more is on its way to the database. */
const HASHING_PERMITS = 4;
/** Strangers who wait for one party outside at a time. Signed-in people who ask it have the room that is left there. */
const PARTY = { permits: 8, queueMax: 64, queuePerKeyMax: 32 } as const;
/** A waiting caller costs nothing, and sends no further request meanwhile. */
const QUEUE = { queueMax: 1024, queuePerKeyMax: 32 } as const;
/** Above what one address may have open at all. */
const QUEUE_OF_PEOPLE = { queueMax: 4096, queuePerKeyMax: 256 } as const;

interface Place {
  readonly of: Semaphore;
  readonly key: string;
  readonly isStranger: boolean;
}

/**
 * Limits concurrent requests (semaphores, fair by client address; one share for an IPv6 /48). All strangers together get half of
 * the API's connections, call-backs of providers a share of their own, and each signed-in person a quarter: nobody alone holds
 * all of them (decisions 075 and 147). A full queue refuses before the body is read. A permit is held from when the request is there whole
 * until its answer is ready, so that neither a slow sender nor a slow reader keeps one, and it is lent while a party outside is asked.
 */
export function boundRequests(app: FastifyInstance, { holderOf, isHashing, connections }: Bounds): void {
  const share = (parts: number) => Math.max(1, Math.floor((connections.api * parts) / 16));
  const hashing = new Semaphore({ permits: HASHING_PERMITS, ...QUEUE });
  const rest = new Semaphore({ permits: share(8), ...QUEUE });
  const webhooks = new Semaphore({ permits: share(3), ...QUEUE });
  const each = (permitsPerKey: number) =>
    new Semaphore({ permits: Infinity, permitsPerKey, ...QUEUE_OF_PEOPLE });
  const people = each(share(4));
  const staff = each(Math.max(1, connections.staff - 1));
  const parties = new Map<string, Semaphore>();
  const permits = new WeakMap<FastifyRequest, Permit>();

  /** The bound a request is under. A token stands for its holder only where its session is proven afterwards. */
  const placeOf = (request: FastifyRequest): Place | undefined => {
    const bound: Bound = request.routeOptions.config.bound ?? 'strangers';
    if (bound === 'none') return undefined;
    const isProven = bound === 'people' || bound === 'staff';
    const holder = isProven ? holderOf(request.headers.authorization) : undefined;
    if (holder !== undefined)
      return { of: bound === 'staff' ? staff : people, key: holder, isStranger: false };
    const of = bound === 'webhooks' ? webhooks : isHashing(request) ? hashing : rest;
    return { of, key: turnOf(clientAddress(request)), isStranger: true };
  };
  const partyOf = (name: string): Semaphore => {
    const party = parties.get(name) ?? new Semaphore(PARTY);
    parties.set(name, party);
    return party;
  };

  app.addHook('onRequest', (request, _, done) => {
    const place = placeOf(request);
    done(place?.of.hasRoom(place.key) === false ? new Busy() : undefined);
  });
  app.addHook('preValidation', (request, reply, done) => {
    const place = placeOf(request);
    if (place) admit(place, request, reply).then((wait) => waitingBy(wait, done), done);
    else done();
  });
  // A route's own preValidation has proven the session by now; the stream it opens has a bound of its own.
  app.addHook('preHandler', (request, _, done) => {
    if (request.routeOptions.config.isStream === true) permits.get(request)?.release();
    done();
  });
  app.addHook('onSend', (request, _, payload, done) => {
    permits.get(request)?.release();
    done(null, payload);
  });

  /** Resolves when it is the request's turn, with how it waits for others from then on. Throws busy. */
  async function admit(
    { of, key, isStranger }: Place,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<Wait> {
    const permit = await of.hold(key);
    permits.set(request, permit);
    reply.raw.once('close', permit.release);
    // A caller who has gone needs no answer.
    if (reply.raw.destroyed) {
      permit.release();
      throw new Busy();
    }
    return (work, party) =>
      permit.lend(() => (isStranger && party !== undefined ? partyOf(party).run(key, work) : work()));
  }
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** It stays open, and has a bound of its own. */
    readonly isStream?: boolean;
  }
}

import { COMMON_ERRORS, IDEMPOTENCY_ERRORS, type Endpoint, type Method } from '@mohlat/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Actor } from '#platform/db/database.ts';
import { DomainError, invariant } from './domain-error.ts';
import { findUnstorable } from './storable.ts';

/** Proves who sent a request. Throws unauthorized. Whether the session still lives, the transaction asks. */
export type Authenticate = (request: FastifyRequest) => Promise<Actor>;

type Out<S> = S extends z.ZodType<infer T> ? T : undefined;
type In<S> = S extends z.ZodType<unknown, infer T> ? T : void;

/** What a handler is given: everything checked, nothing raw. */
export interface Call<E extends Endpoint> {
  readonly actor: E['access'] extends 'user' ? Actor : undefined;
  readonly params: Out<E['params']>;
  readonly query: Out<E['query']>;
  readonly body: Out<E['body']>;
  /** Present exactly where the declaration says idempotent. */
  readonly idempotencyKey: E['idempotent'] extends true ? string : undefined;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

export type Handler<E extends Endpoint> = (call: Call<E>) => Promise<In<E['answer']>>;

/** What a route may ask for besides its declaration. */
export interface HandleOptions {
  /** Runs before the body is read, to refuse cheaply. */
  readonly before?: (request: FastifyRequest) => Promise<void>;
}

/** No declared body comes near it; webhooks and the auth protocol have limits of their own. */
const BODY_BYTES_MAX = 64 * 1024;
const KEY = /^[\x21-\x7e][\x20-\x7e]{0,254}$/;

/** Collects declarations as they are registered, for the OpenAPI document and the tests. */
export class EndpointRegistry {
  readonly #app: FastifyInstance;
  readonly #authenticate: Authenticate;
  readonly declarations: Endpoint[] = [];

  constructor(app: FastifyInstance, authenticate: Authenticate) {
    this.#app = app;
    this.#authenticate = authenticate;
  }

  /**
   * Registers the handler of a declared endpoint under `/api/v1`. Order of checks: bearer, idempotency key,
   * params, query, body; then the handler. Answers are checked against the declared shape too.
   */
  handle<const E extends Endpoint>(
    declaration: E,
    handler: Handler<E>,
    { before }: HandleOptions = {},
  ): void {
    this.declarations.push(declaration);
    this.#app.route({
      method: declaration.method,
      url: urlOf(declaration),
      bodyLimit: BODY_BYTES_MAX,
      ...(before ? { onRequest: before } : {}),
      handler: async (request, reply) => {
        const actor = declaration.access === 'user' ? await this.#authenticate(request) : undefined;
        const idempotencyKey = declaration.idempotent ? readKey(request) : undefined;
        assertStorable(request);
        const call = {
          actor,
          idempotencyKey,
          params: declaration.params?.parse(request.params),
          query: declaration.query?.parse(request.query),
          body: declaration.body?.parse(request.body ?? {}),
          request,
          reply,
        } as unknown as Call<E>;
        const answer = await handler(call);
        if (reply.sent) return reply;
        reply.status(declaration.status);
        if (!declaration.answer) return reply.send();
        reply.type('application/json; charset=utf-8');
        const shaped = declaration.answer.safeParse(answer);
        // Our own mistake, made after the work was done: never to be told as the caller's.
        invariant(shaped.success, `${declaration.name} answered outside its declaration`);
        return reply.send(JSON.stringify(shaped.data));
      },
    });
  }

  /** Answers 405 for a declared path asked in another way. Called once, after everything is declared. */
  refuseOtherMethods(): void {
    const known = new Map<string, Method[]>();
    for (const one of this.declarations)
      known.set(urlOf(one), [...(known.get(urlOf(one)) ?? []), one.method]);
    for (const [url, methods] of known) {
      this.#app.route({
        method: METHODS.filter((method) => !methods.includes(method)),
        url,
        handler: async (_, reply) => {
          reply.header('allow', methods.join(', '));
          throw new DomainError('method_not_allowed');
        },
      });
    }
  }
}

const METHODS: readonly Method[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

function urlOf(declaration: Endpoint): string {
  return `/api/v1${declaration.path.replaceAll(/\{(\w+)\}/g, ':$1')}`;
}

/** The codes an endpoint may answer, in order of precedence. */
export function declaredErrors(declaration: Endpoint): readonly string[] {
  return [...COMMON_ERRORS, ...(declaration.idempotent ? IDEMPOTENCY_ERRORS : []), ...declaration.errors];
}

/** Throws validation_failed for what no column can hold. */
function assertStorable({ params, query, body }: FastifyRequest): void {
  const found = findUnstorable(params) ?? findUnstorable(query) ?? findUnstorable(body);
  if (found) throw new DomainError('validation_failed', { errors: [found] });
}

function readKey(request: FastifyRequest): string {
  const key = request.headers['idempotency-key'];
  if (key === undefined || key === '') throw new DomainError('idempotency_key_required');
  if (typeof key !== 'string' || !KEY.test(key)) {
    throw new DomainError('validation_failed', {
      errors: [{ path: 'Idempotency-Key', message: 'Use 1 to 255 printable ASCII characters' }],
    });
  }
  return key;
}

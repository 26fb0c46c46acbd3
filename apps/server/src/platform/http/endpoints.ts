import type { Readable } from 'node:stream';
import {
  COMMON_ERRORS,
  DOOR_ERRORS,
  type Endpoint,
  type EndpointCall,
  type EndpointOf,
  endpointOf,
  type ErrorCode,
  IDEMPOTENCY_ERRORS,
  type Method,
} from '@mohlat/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Actor, StaffDoor } from '#platform/db/database.ts';
import { DomainError, type FieldError, invariant, InvariantBroken } from './domain-error.ts';
import { isTagged, sendTagged } from './entity-tags.ts';
import { codeOf, issuesOf, onePerField, sendProblem } from './problem.ts';
import { assertForm, readUpload } from './uploads.ts';
import { listUnstorable } from '@mohlat/platform/http/storable.ts';
import { clientAddress, turnOf } from '@mohlat/platform/http/client-address.ts';
import { aside } from '#platform/pools/outside.ts';
import { Semaphore } from '#platform/pools/semaphore.ts';
import { type Trace, traceOf } from './trace.ts';
import { Turns } from './turns.ts';

/** Proves who sent a request. Throws unauthorized. Whether the session still lives, the transaction asks. */
export type Authenticate = (request: FastifyRequest) => Promise<Actor>;

type Out<E, Part extends string> = E extends { readonly [Key in Part]: z.ZodType<infer T> } ? T : undefined;
type In<E> = E extends { readonly answer: z.ZodType<unknown, infer T> } ? T : void;

/**
 * Makes sure that a person is staff, with a second factor, and what the actor's door asks for. Throws admin_required,
 * mfa_required, role_required, step_up_required.
 */
export type AssertStaff = (actor: Actor) => Promise<void>;

/** A file as an answer. */
export interface Download {
  readonly type: string;
  readonly content: Buffer;
  /** The file name it is saved under: letters, digits, dots and hyphens. */
  readonly name?: string;
}

/** A long file, read part by part as it is taken. */
export type StreamedDownload = Omit<Download, 'content'> & { readonly content: Readable };

/** The input of a handler: everything checked, nothing raw. */
export interface Call<E extends EndpointCall> {
  readonly actor: E['access'] extends 'public' ? undefined : Actor;
  readonly params: Out<EndpointOf<E>, 'params'>;
  readonly query: Out<EndpointOf<E>, 'query'>;
  readonly body: Out<EndpointOf<E>, 'body'>;
  /** The uploaded bytes; present exactly where the declaration has an upload. */
  readonly content: E extends { upload: object } ? Buffer : undefined;
  /** Present exactly where the declaration says idempotent. */
  readonly idempotencyKey: E['idempotent'] extends true ? string : undefined;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** From where the request came, for the audit log. */
  readonly trace: Trace;
}

export type Handler<E extends EndpointCall> = (
  call: Call<E>,
) => Promise<E extends { download: true } ? Download | StreamedDownload : In<EndpointOf<E>>>;

/** The options of a route besides its declaration. */
export interface HandleOptions {
  /** Runs before the body is read, to refuse cheaply. */
  readonly before?: (request: FastifyRequest) => Promise<void>;
  /** Runs once it is known who calls and before a form is read, to refuse cheaply who may not send one. */
  readonly admit?: (actor: Actor) => Promise<void>;
  /** True where the handler holds a whole file in memory, as every form does. */
  readonly isHeavy?: true;
}

/** One refusal: the endpoint, its code, and whether the endpoint declares that code. */
export interface Refusal {
  readonly endpoint: Endpoint;
  readonly code: ErrorCode;
  readonly isDeclared: boolean;
}

interface RegistryOptions {
  /** Whether an endpoint that asks for a fresh second factor gets it; else an `aal2` session is enough. */
  readonly isStepUpAsked?: boolean;
  /** True where an undeclared code is answered as `internal`, so that it cannot be overlooked. */
  readonly isStrict?: boolean;
  /** Hears of every refusal. */
  readonly onRefusal?: ((refusal: Refusal) => void) | undefined;
}

/** Files held in memory whole at the same time; what is beyond waits unread. */
const HEAVY_AT_ONCE = 8;

/** Calls whose address is counted before anything else, each by a statement. */
const COUNTED_AT_ONCE = 2;

/** No declared body comes near it; webhooks and the auth protocol have limits of their own. */
const BODY_BYTES_MAX = 64 * 1024;
const BOUNDS = { public: 'strangers', user: 'people', admin: 'staff' } as const;
const KEY = /^[\x21-\x7e][\x20-\x7e]{0,254}$/;

/** Collects declarations as they are registered, for the OpenAPI document and the tests. */
export class EndpointRegistry {
  readonly #app: FastifyInstance;
  readonly #authenticate: Authenticate;
  readonly #assertStaff: AssertStaff;
  readonly declarations: Endpoint[] = [];
  readonly #turns = new Turns(HEAVY_AT_ONCE);
  readonly #counting = new Semaphore({ permits: COUNTED_AT_ONCE, queueMax: 1024, queuePerKeyMax: 64 });
  readonly #options: RegistryOptions;

  constructor(
    app: FastifyInstance,
    authenticate: Authenticate,
    assertStaff: AssertStaff,
    options: RegistryOptions = {},
  ) {
    this.#app = app;
    this.#authenticate = authenticate;
    this.#assertStaff = assertStaff;
    this.#options = options;
  }

  /**
   * Registers the handler of a declared endpoint under `/api/v1`. Order of checks: bearer, staff, idempotency key,
   * params, query, body; then the handler. Answers are checked against the declared shape too.
   */
  handle<const E extends EndpointCall>(
    declared: E,
    handler: Handler<E>,
    { before, ...options }: HandleOptions = {},
  ): void {
    const declaration: Endpoint = endpointOf(declared);
    this.declarations.push(declaration);
    this.#app.route({
      method: declaration.method,
      url: urlOf(declaration),
      bodyLimit: bodyLimitOf(declaration),
      config: { bound: BOUNDS[declaration.access], ...(declaration.upload ? { isUpload: true } : {}) },
      ...(before ? { onRequest: this.#inLine(before) } : {}),
      errorHandler: (error, request, reply) => {
        sendProblem(this.#asDeclared(declaration, error, request), request, reply);
      },
      handler: async (request, reply) => {
        const actor = await this.#whoCalls(declaration, request);
        const idempotencyKey = declaration.idempotent ? readKey(request) : undefined;
        const answer: unknown = await this.#inTurn(declaration, { ...options, actor, request }, async () => {
          const input = await readInput(declaration, request);
          const call = { actor, idempotencyKey, request, reply, trace: traceOf(request), ...input };
          return handler(call as unknown as Call<E>);
        });
        if (reply.sent) return reply;
        reply.status(declaration.status);
        if (declaration.download) return sendFile(reply, answer as Download | StreamedDownload);
        if (!declaration.answer) return reply.send();
        reply.type('application/json; charset=utf-8');
        const shaped = declaration.answer.safeParse(answer);
        // Our own mistake, made after the work was done: never to be told as the caller's.
        invariant(shaped.success, `${declaration.name} answered outside its declaration`);
        const text = JSON.stringify(shaped.data);
        return isTagged(declaration) ? sendTagged(reply, text) : reply.send(text);
      },
    });
  }

  /** It may ask the database, and nothing is bounded yet: those who are counted have a line of their own, fair by address. */
  #inLine(before: NonNullable<HandleOptions['before']>): NonNullable<HandleOptions['before']> {
    return (request) => this.#counting.run(turnOf(clientAddress(request)), () => before(request));
  }

  /** Passes on an error whose code the endpoint declares. Another code is our mistake: clients do not expect it. */
  #asDeclared(endpoint: Endpoint, error: unknown, request: FastifyRequest): unknown {
    const code = codeOf(error);
    const isDeclared = declaredErrors(endpoint).includes(code);
    this.#options.onRefusal?.({ endpoint, code, isDeclared });
    if (isDeclared) return error;
    request.log.error({ code, endpoint: endpoint.name }, 'refused with an undeclared code');
    if (!this.#options.isStrict) return error;
    return new InvariantBroken(`${endpoint.name} refused with ${code}, which it does not declare`);
  }

  /** Takes work that holds a whole file in memory in turns (semaphore): one of a person and few in all; the rest waits unread. */
  async #inTurn<T>(
    { upload }: Endpoint,
    { admit, isHeavy, actor, request }: HandleOptions & { actor: Actor | undefined; request: FastifyRequest },
    work: () => Promise<T>,
  ): Promise<T> {
    const isForm = upload?.kind === 'form';
    if (!actor || !(isForm || isHeavy)) return work();
    if (isForm) assertForm(request, upload);
    return this.#turns.take(actor.userId, async () => admit?.(actor), work);
  }

  async #whoCalls(declaration: Endpoint, request: FastifyRequest): Promise<Actor | undefined> {
    if (declaration.access === 'public') return undefined;
    const actor = await this.#authenticate(request);
    if (declaration.access !== 'admin') return actor;
    // Every transaction of this call goes through the same door, so that a role taken away meanwhile counts at once.
    const staff = { ...actor, door: this.#doorOf(declaration) };
    await this.#assertStaff(staff);
    return staff;
  }

  #doorOf({ roles = [], stepUp = false }: Endpoint): StaffDoor {
    return { roles, isSteppedUp: stepUp && this.#options.isStepUpAsked === true };
  }

  /** Answers 405 for a declared path asked in another way. Called once, after everything is declared. */
  refuseOtherMethods(): void {
    for (const [url, declared] of Map.groupBy(this.declarations, urlOf)) {
      const methods = declared.map(({ method }) => method);
      this.#app.route({
        method: METHODS.filter((method) => !methods.includes(method)),
        url,
        handler: async (_, reply) => {
          for (const endpoint of declared)
            this.#options.onRefusal?.({ endpoint, code: 'method_not_allowed', isDeclared: true });
          reply.header('allow', methods.join(', '));
          throw new DomainError('method_not_allowed');
        },
      });
    }
  }
}

const METHODS: readonly Method[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/**
 * The limit in bytes for a body that is read before its sender is known. A form is read by the handler, with limits of its own:
 * sent as anything else to the same place, it is a body like any other.
 */
function bodyLimitOf({ upload }: Endpoint): number {
  return upload?.kind === 'bytes' ? upload.bytesMax : BODY_BYTES_MAX;
}

function urlOf(declaration: Endpoint): string {
  return `/api/v1${declaration.path.replaceAll(/\{(\w+)\}/g, ':$1')}`;
}

/** The codes an endpoint may answer, in order of precedence. */
export function declaredErrors(declaration: Endpoint): readonly string[] {
  return [
    ...COMMON_ERRORS,
    ...(declaration.access === 'admin' ? DOOR_ERRORS : []),
    ...(declaration.stepUp ? ['step_up_required'] : []),
    ...(declaration.idempotent ? IDEMPOTENCY_ERRORS : []),
    ...declaration.errors,
  ];
}

type Part = 'params' | 'query' | 'body';

/** The body of a call that declares none: an unknown field, such as a security code, is refused there as anywhere. */
const NO_BODY = z.strictObject({});

/** Everything the declaration speaks of, checked. Throws validation_failed, also for what no column can hold. */
async function readInput(declaration: Endpoint, request: FastifyRequest) {
  const { upload, access } = declaration;
  const { params } = request;
  const own = access === 'user' ? withoutUserId : (value: unknown) => value;
  const query = own(request.query);
  if (!upload)
    return readParts({ body: NO_BODY, ...declaration }, { params, query, body: own(request.body ?? {}) });
  // Refused before the file is read.
  const place = readParts(declaration, { params, query });
  const { fields, content } = await aside(() => readUpload(request, upload));
  return { ...place, ...readParts(declaration, { body: own(fields) }), content };
}

/** The token alone says for whom a person's call acts: a user id beside it is ignored, in place of refused (decision 202). */
function withoutUserId(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const { userId: _, user_id: __, ...own } = value as Readonly<Record<string, unknown>>;
  return own;
}

/** Checks parts of a request together, so that everything wrong with them is told at once. Throws validation_failed. */
function readParts(
  declaration: { readonly [One in Part]?: z.ZodType | undefined },
  given: Readonly<Partial<Record<Part, unknown>>>,
) {
  const errors: FieldError[] = [];
  const read: Partial<Record<Part, unknown>> = {};
  for (const [part, value] of Object.entries(given) as [Part, unknown][]) {
    const unstorable = listUnstorable(value);
    errors.push(...unstorable);
    // A part that is wrong as a whole has no fields to look at.
    if (unstorable.some(({ path }) => path === '')) continue;
    const parsed = declaration[part]?.safeParse(value);
    if (parsed?.success) read[part] = parsed.data;
    else if (parsed) errors.push(...issuesOf(parsed.error));
  }
  if (errors.length > 0) throw new DomainError('validation_failed', { errors: onePerField(errors) });
  return read;
}

/** A file is shown as what it is, or saved: never run as a page of ours. */
function sendFile(reply: FastifyReply, { type, content, name }: Download | StreamedDownload): FastifyReply {
  const disposition = name === undefined ? 'attachment' : `attachment; filename="${name}"`;
  return reply.type(type).header('content-disposition', disposition).send(content);
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

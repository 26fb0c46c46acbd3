import { type AnswerOf, type SentOf, type EndpointCall, ERRORS, type ErrorCode } from '@mohlat/contract';
import { registerEndpoints } from '../../apps/server/src/app.ts';
import type { Parts } from '../../apps/server/src/features/feature.ts';
import type { Actor } from '../../apps/server/src/platform/db/database.ts';
import { DomainError } from '../../apps/server/src/platform/http/domain-error.ts';
import { type Authenticate, EndpointRegistry } from '../../apps/server/src/platform/http/endpoints.ts';
import { LongFiles } from '../../apps/server/src/platform/http/long-files.ts';
import { createHttpServer } from '../../apps/server/src/platform/http/server.ts';

/** The parts of a request to an endpoint. */
export interface Asked<E> {
  readonly id?: string;
  /** Other ids in the path. */
  readonly of?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: SentOf<E, 'body'>;
  /** Where a form is sent: its file. */
  readonly file?: Buffer;
  readonly key?: string;
  readonly language?: 'en' | 'hi';
  /** The address of a stranger's machine: what strangers may send is counted by it. */
  readonly from?: string;
}

export type Ask = <const E extends EndpointCall>(
  actor: Actor | undefined,
  call: E,
  asked?: Asked<E>,
) => Promise<AnswerOf<E>>;

/**
 * The API with all its doors, asked as a browser would ask it, past the network. It knows no feature: what a feature answers, its
 * entry has registered.
 */
export async function openApi(parts: Parts) {
  const http = await createHttpServer({
    log: parts.log,
    isHttps: false,
    trustedProxies: parts.config.trustedProxies,
  });
  const actors = new Map<string, Actor>();
  const authenticate: Authenticate = ({ headers }) => {
    const actor = actors.get(headers.authorization ?? '');
    return actor ? Promise.resolve(actor) : Promise.reject(new DomainError('unauthorized'));
  };
  const endpoints = new EndpointRegistry(http, authenticate, (actor) =>
    parts.staff.asStaff(actor, () => Promise.resolve()),
  );
  registerEndpoints(endpoints, {
    ...parts,
    authenticate,
    startContactChange: () => Promise.resolve(),
    longFiles: new LongFiles(),
  });
  /** Throws what the endpoint answers where it says no. */
  const ask: Ask = async (actor, call, asked = {}) => {
    if (actor) actors.set(actor.sessionId, actor);
    const { type, payload } = await contentOf(call, asked);
    const response = await http.inject({
      method: call.method,
      url: `/api/v1${addressOf(call.path, asked)}`,
      ...(asked.from === undefined ? {} : { remoteAddress: asked.from }),
      headers: {
        ...(actor ? { authorization: actor.sessionId } : {}),
        ...(asked.key ? { 'idempotency-key': asked.key } : {}),
        ...(asked.language ? { 'accept-language': asked.language } : {}),
        ...(type === undefined ? {} : { 'content-type': type }),
      },
      ...(payload === undefined ? {} : { payload }),
    });
    const answer: unknown = response.body === '' ? undefined : response.json();
    if (response.statusCode >= 400) throw new DomainError(codeOf(call, answer));
    // The server has checked it against the declaration.
    return answer as AnswerOf<typeof call>;
  };
  return { ask, close: () => http.close() };
}

function addressOf(path: string, { id = '', of = {}, query = {} }: Asked<unknown>): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => of[name] ?? id);
  const search = new URLSearchParams(query).toString();
  return search === '' ? filled : `${filled}?${search}`;
}

/** The body as it is sent: nothing, JSON, or a form with one file. */
async function contentOf({ upload }: EndpointCall, { body, file }: Asked<unknown>) {
  if (upload?.kind !== 'form')
    return body === undefined ? {} : { type: 'application/json', payload: JSON.stringify(body) };
  const form = new FormData();
  for (const [name, value] of Object.entries((body ?? {}) as Readonly<Record<string, unknown>>))
    form.set(name, String(value));
  form.set(upload.field, new Blob([new Uint8Array(file ?? Buffer.alloc(0))]), 'file');
  const packed = new Response(form);
  return {
    type: packed.headers.get('content-type') ?? undefined,
    payload: Buffer.from(await packed.arrayBuffer()),
  };
}

function codeOf({ name }: EndpointCall, problem: unknown): ErrorCode {
  const { code } = problem as { code: string };
  if (code === 'internal' || !Object.hasOwn(ERRORS, code)) throw new Error(`${name} failed: ${code}`);
  return code as ErrorCode;
}

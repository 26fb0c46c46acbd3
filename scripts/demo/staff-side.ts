import { type AnswerOf, type SentOf, type EndpointCall, ERRORS, type ErrorCode } from '@mohlat/contract';
import { registerEndpoints } from '../../apps/server/src/app.ts';
import type { Parts } from '../../apps/server/src/features/feature.ts';
import type { Actor } from '../../apps/server/src/platform/db/database.ts';
import { DomainError } from '../../apps/server/src/platform/http/domain-error.ts';
import { type Authenticate, EndpointRegistry } from '../../apps/server/src/platform/http/endpoints.ts';
import { LongFiles } from '../../apps/server/src/platform/http/long-files.ts';
import { createHttpServer } from '../../apps/server/src/platform/http/server.ts';

/** What an endpoint is asked with. */
export interface Asked<E> {
  readonly id?: string;
  /** A second id in the path. */
  readonly of?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: SentOf<E, 'body'>;
  readonly key?: string;
}

/** The staff's side of the product with all its doors, asked as a browser would ask it, past the network. */
export async function openStaffSide(parts: Parts) {
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
    startContactChange: () => Promise.reject(new Error('staff change no contact of a person')),
    longFiles: new LongFiles(),
  });
  return {
    /** Throws what the endpoint answers where it says no. */
    async ask<const E extends EndpointCall>(
      actor: Actor,
      declaration: E,
      asked: Asked<E>,
    ): Promise<AnswerOf<E>> {
      actors.set(actor.sessionId, actor);
      const { method, path } = declaration;
      const response = await http.inject({
        method,
        url: `/api/v1${addressOf(path, asked)}`,
        headers: {
          authorization: actor.sessionId,
          ...(asked.key ? { 'idempotency-key': asked.key } : {}),
          ...(asked.body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(asked.body === undefined ? {} : { payload: JSON.stringify(asked.body) }),
      });
      const answer: unknown = response.body === '' ? undefined : response.json();
      if (response.statusCode >= 400) throw new DomainError(codeOf(answer));
      // The server has checked it against the declaration.
      return answer as AnswerOf<E>;
    },
    close: () => http.close(),
  };
}

function addressOf(path: string, { id = '', of = {}, query = {} }: Asked<unknown>): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => of[name] ?? id);
  const search = new URLSearchParams(query).toString();
  return search === '' ? filled : `${filled}?${search}`;
}

function codeOf(problem: unknown): ErrorCode {
  const { code } = problem as { code: string };
  if (code === 'internal' || !Object.hasOwn(ERRORS, code))
    throw new Error(`the staff's side failed: ${code}`);
  return code as ErrorCode;
}

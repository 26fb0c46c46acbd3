import type { FastifyReply } from 'fastify';
import type { World } from '../core/world.ts';

const WORDS: Record<string, [number, string]> = {
  unauthorized: [401, 'Client id, secret or product instance is wrong'],
  bad_request: [400, 'The request is not valid'],
  not_found: [404, 'No such resource'],
  too_many_requests: [429, 'Too many requests'],
  internal_server_error: [500, 'Something went wrong'],
  consent_not_given: [400, 'consent must be Y'],
  insufficient_reason_length: [400, 'reason must have at least 20 characters'],
  invalid_redirect_url: [400, 'redirectUrl is not a valid URL'],
  request_not_found: [404, 'The request does not exist or has expired'],
  user_not_authenticated: [400, 'The user has not given consent yet'],
  user_consent_not_given: [400, 'The user did not give consent'],
  token_revoked: [400, 'The consent was revoked'],
  aadhaar_not_linked: [400, 'Aadhaar is not linked to this DigiLocker account'],
  upstream_server_error: [500, 'DigiLocker is not answering'],
};

const BY_STATUS: Record<number, string> = {
  400: 'bad_request',
  401: 'unauthorized',
  404: 'not_found',
  429: 'too_many_requests',
};

export function traceId(world: World): string {
  return world.id('1-TRACE-', 12);
}

/** The request error of this provider: `{error: {code, detail, traceId}}`. */
export function setuError(world: World, status: number, detail?: string) {
  const code = BY_STATUS[status] ?? (status < 500 ? 'bad_request' : 'internal_server_error');
  return { error: { code, detail: detail ?? WORDS[code]?.[1], traceId: traceId(world) } };
}

export function refuse(world: World, reply: FastifyReply, code: string, detail?: string) {
  const [status, words] = WORDS[code] ?? [500, 'Something went wrong'];
  return reply.code(status).send({ error: { code, detail: detail ?? words, traceId: traceId(world) } });
}

import type { FastifyInstance, FastifyReply } from 'fastify';

const WORDS: Record<string, [number, string, string]> = {
  authentication_failed: [401, 'authentication_error', 'Client id, secret or version is wrong'],
  bad_request: [400, 'validation_error', 'The request is not valid'],
  not_found: [404, 'validation_error', 'No such resource'],
  too_many_requests: [429, 'rate_limit_error', 'Too many requests'],
  internal_error: [500, 'internal_error', 'Something went wrong'],
  verification_not_found: [404, 'validation_error', 'No verification has this id'],
  user_not_found: [404, 'validation_error', 'No user has this id'],
  user_id_already_exists: [409, 'validation_error', 'A user with this id exists'],
  verification_id_already_exists: [409, 'validation_error', 'A verification with this id exists'],
};

const BY_STATUS: Record<number, string> = {
  400: 'bad_request',
  401: 'authentication_failed',
  404: 'not_found',
  429: 'too_many_requests',
};

function bodyOf(code: string, detail?: string) {
  const [, type, message] = WORDS[code] ?? [500, 'internal_error', 'Something went wrong'];
  return { code, message: detail ?? message, type };
}

/** The request error of this provider: `{code, message, type}`. */
export function cashfreeError(status: number) {
  return bodyOf(BY_STATUS[status] ?? (status < 500 ? 'bad_request' : 'internal_error'));
}

export function refuse(reply: FastifyReply, code: string, detail?: string) {
  return reply.code(WORDS[code]?.[0] ?? 500).send(bodyOf(code, detail));
}

/** Every API route asks for client id, secret and a version by date; what a browser opens does not. */
export function requireClient(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    if (request.routeOptions.config.isPublic) return;
    const { headers } = request;
    const isKnown =
      headers['x-client-id'] === 'sandbox-cashfree' && headers['x-client-secret'] === CLIENT_SECRET;
    const version = headers['x-api-version'];
    const hasVersion = typeof version === 'string' && /^\d{4}-\d\d-\d\d$/.test(version);
    if (!isKnown || !hasVersion) return refuse(reply, 'authentication_failed');
  });
}

export const CLIENT_SECRET = 'sandbox-cashfree-secret';

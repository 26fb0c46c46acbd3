import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { FeatureContext } from '#features/context.ts';
import { findLanguage, refuseMails } from '#features/preferences/index.ts';
import { unsubscribePage, type UnsubscribeFace } from './unsubscribe.page.ts';
import type { Language } from './mail-template.ts';
import { readStopToken } from './unsubscribe.rules.ts';

type Deps = Pick<FeatureContext, 'api' | 'clock' | 'vault'>;
type Asked = FastifyRequest<{ Params: { token: string }; Querystring: { lang?: string } }>;

/**
 * The link at the foot of a mail that can be refused. Opening it changes nothing, since mail scanners open links; the
 * button does, and so does the mail program's own (RFC 8058): both send a form here. Nobody has to be logged in.
 */
export function registerUnsubscribe(app: FastifyInstance, deps: Deps): void {
  void app.register(async (scope) => {
    scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_, __, done) =>
      done(null),
    );
    scope.get('/unsubscribe/:token', (request: Asked, reply) => answer(deps, request, reply, 'ask'));
    scope.post('/unsubscribe/:token', (request: Asked, reply) => answer(deps, request, reply, 'done'));
  });
}

async function answer(
  { api, clock, vault }: Deps,
  request: Asked,
  reply: FastifyReply,
  face: Exclude<UnsubscribeFace, 'unknown'>,
): Promise<FastifyReply> {
  reply
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('x-robots-tag', 'noindex');
  const userId = readStopToken(vault, request.params.token);
  if (userId === undefined)
    return reply.status(404).send(unsubscribePage('unknown', chosen(request) ?? 'en'));
  const own = await api.forUser(userId, async (tx) => {
    if (face === 'done') await refuseMails(tx, userId, clock.now());
    return findLanguage(tx, userId);
  });
  return reply.send(unsubscribePage(face, chosen(request) ?? own));
}

function chosen({ query }: Asked): Language | undefined {
  return query.lang === 'en' || query.lang === 'hi' ? query.lang : undefined;
}

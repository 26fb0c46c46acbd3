import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';

const APP_ROUTES =
  /^\/(login|signup|onboarding|forgot-password|new-password|auth|dashboard|admin|help)(\/|$)/;

/**
 * Serves the built web: public pages as the files they are, the app's one page for its routes, and the app's page
 * with 404 for the rest, which then shows the not-found screen. Hashed assets are kept for a year.
 */
export async function serveWeb(app: FastifyInstance, dist: string): Promise<void> {
  if (!existsSync(join(dist, 'app.html'))) return;
  await app.register(fastifyStatic, {
    root: dist,
    wildcard: false,
    index: 'index.html',
    redirect: false,
    preCompressed: true,
    setHeaders: (reply, path) => {
      const isHashed = path.includes('/assets/');
      reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
  const sendApp =
    (status: 200 | 404) =>
    async (_: unknown, reply: { status(code: number): { sendFile(name: string): unknown } }) =>
      reply.status(status).sendFile('app.html');
  app.get('/*', async (request, reply) => {
    const path = request.url.split('?')[0] ?? '/';
    if (path.startsWith('/api/') || path.startsWith('/auth/v1/')) return reply.callNotFound();
    const page = path.length > 1 ? path.replace(/\/$/, '') : '';
    if (/^[\w/-]*$/.test(page) && existsSync(join(dist, page, 'index.html')))
      return reply.sendFile(`${page.slice(1)}/index.html`.replace(/^\//, ''));
    return sendApp(APP_ROUTES.test(path) ? 200 : 404)(request, reply);
  });
}

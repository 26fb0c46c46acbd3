import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { DomainError } from './domain-error.ts';

const APP_ROUTES =
  /^\/(login|signup|onboarding|forgot-password|new-password|auth|dashboard|admin|help|receipt)(\/|$)/;
/** Letters, digits and what file names of a build have: no dots in a row, no hidden files. */
const SAFE_PATH = /^(\/(?!\.)[\w-]+(\.[\w-]+)*)*\/?$/;

/**
 * Serves the built web: public pages and files as they are, the app's one page for its routes, and the app's page with
 * 404 for the rest, which then shows the not-found screen. Hashed assets are kept for a year.
 */
export async function serveWeb(app: FastifyInstance, dist: string): Promise<void> {
  if (!existsSync(join(dist, 'app.html'))) return;
  await app.register(fastifyStatic, {
    root: dist,
    serve: false,
    preCompressed: true,
    setHeaders: (reply, path) => {
      const isHashed = path.includes('/assets/');
      reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
  app.get('/*', (request, reply): FastifyReply => {
    const path = request.url.split('?')[0] ?? '/';
    if (path.startsWith('/api/') || path.startsWith('/auth/v1/')) throw new DomainError('not_found');
    const file = SAFE_PATH.test(path) ? findFile(dist, path) : undefined;
    if (file) return reply.sendFile(file);
    return reply.status(APP_ROUTES.test(path) ? 200 : 404).sendFile('app.html');
  });
}

/** The file of the build an address names, relative to it. */
function findFile(dist: string, path: string): string | undefined {
  const page = join(path, 'index.html').slice(1);
  if (existsSync(join(dist, page))) return page;
  const file = path.slice(1);
  return file !== '' && isFile(join(dist, file)) ? file : undefined;
}

/** A name longer than a file system takes is no file. */
function isFile(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
  } catch {
    return false;
  }
}

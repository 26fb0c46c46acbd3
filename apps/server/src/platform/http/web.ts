import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import { isAppPage, isPayingPage } from '@mohlat/contract/app-pages';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { DomainError } from './domain-error.ts';

/** Letters, digits and what file names of a build have: no dots in a row, no hidden files. */
const SAFE_PATH = /^(\/(?!\.)[\w-]+(\.[\w-]+)*)*\/?$/;

const APP = 'app.html';
const CSP = 'content-security-policy';
const OPENER = 'cross-origin-opener-policy';
const PERMISSIONS = 'permissions-policy';
/** The video step, recorded by the person's own browser. */
const DEVICES = ['camera', 'microphone', 'geolocation'];

/** The origins that the provider's checkout brings into the page that pays, by the use the page makes of them. */
export interface CheckoutSources {
  readonly scripts: readonly string[];
  readonly frames: readonly string[];
  readonly calls: readonly string[];
}

const NO_CHECKOUT: CheckoutSources = { scripts: [], frames: [], calls: [] };

/** The sources that pages may load besides our own. */
interface PageSources {
  /** On the page that pays alone. */
  readonly checkout?: CheckoutSources;
  /** On every screen of the app, by directive: a log-in may open over any of them. */
  readonly sources?: Readonly<Record<string, readonly string[]>>;
}

/**
 * Serves the built web: public pages and files as they are, the app's one page for its routes, and the app's page with
 * 404 for the rest, which then shows the not-found screen. Hashed assets are kept for a year.
 */
export async function serveWeb(
  app: FastifyInstance,
  dist: string,
  { checkout = NO_CHECKOUT, sources = {} }: PageSources = {},
): Promise<void> {
  if (!existsSync(join(dist, APP))) return;
  await app.register(fastifyStatic, {
    root: dist,
    serve: false,
    preCompressed: true,
    setHeaders: (reply, path) => {
      const isHashed = path.includes('/assets/');
      reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
  const allow = allowanceOf(join(dist, APP));
  app.get('/*', { config: { bound: 'none' } }, (request, reply): FastifyReply => {
    const path = request.url.split('?')[0] ?? '/';
    if (path.startsWith('/api/')) throw new DomainError('not_found');
    const file = SAFE_PATH.test(path) ? findFile(dist, path) : undefined;
    if (file !== undefined && file !== APP) return reply.sendFile(file);
    reply.header(CSP, withSources(allow(String(reply.getHeader(CSP))), sources));
    if (isPayingPage(path)) openCheckout(reply, checkout);
    reply.header(PERMISSIONS, withDevices(String(reply.getHeader(PERMISSIONS))));
    return reply.status(file === APP || isAppPage(path) ? 200 : 404).sendFile(APP);
  });
}

/** The checkout opens a bank's page beside ours and hears of its end: under plain same-origin it gets no window. */
function openCheckout(reply: FastifyReply, { scripts, frames, calls }: CheckoutSources): void {
  const added = { 'script-src': scripts, 'frame-src': frames, 'connect-src': calls };
  reply.header(CSP, withSources(String(reply.getHeader(CSP)), added));
  reply.header(OPENER, 'same-origin-allow-popups');
}

/** Each directive begins with our own origin. */
function withSources(policy: string, sources: Readonly<Record<string, readonly string[]>>): string {
  return Object.entries(sources).reduce(
    (wider, [directive, origins]) =>
      wider.replace(`${directive} 'self'`, [`${directive} 'self'`, ...origins].join(' ')),
    policy,
  );
}

/** Opens to the app itself the devices that are closed to every page; frames in the app do not get them. */
function withDevices(policy: string): string {
  return DEVICES.reduce((wider, name) => wider.replace(`${name}=()`, `${name}=(self)`), policy);
}

const INLINE = /<(script|style)>([^]*?)<\/\1>/g;

/** The allowance of a page as it stands on the disk: it may be built again while the server runs. */
function allowanceOf(file: string): (policy: string) => string {
  let [readAtMs, allow] = [Number.NaN, (policy: string) => policy];
  return (policy) => {
    const { mtimeMs } = statSync(file);
    if (mtimeMs !== readAtMs) [readAtMs, allow] = [mtimeMs, inlineAllowance(readFileSync(file, 'utf8'))];
    return allow(policy);
  };
}

/** Widens a content security policy by what stands in a page itself, letter for letter, and nothing else. */
export function inlineAllowance(html: string): (policy: string) => string {
  const found = [...html.matchAll(INLINE)].map(([, tag, content = '']) => ({
    directive: `${tag}-src 'self'`,
    hash: `'sha256-${createHash('sha256').update(content).digest('base64')}'`,
  }));
  return (policy) =>
    found.reduce((wider, { directive, hash }) => wider.replace(directive, `${directive} ${hash}`), policy);
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

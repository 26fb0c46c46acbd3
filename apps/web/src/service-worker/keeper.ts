import { isAppPage } from '@mohlat/contract/app-pages';

/** The files of one build of the app, by their addresses. */
export interface ShellFiles {
  /** Changes with any of the files. */
  readonly version: string;
  /** Kept before the worker is of any use: the page, its frame, the dashboard, styles, the two faces. */
  readonly core: readonly string[];
  /** Every other screen and both languages' words: fetched when the first page has long been drawn. */
  readonly rest: readonly string[];
}

/** The browser's side of the worker. */
export interface Outside {
  readonly caches: CacheStorage;
  readonly fetch: (input: Request | string, init?: RequestInit) => Promise<Response>;
  /** The origin the worker serves. */
  readonly origin: string;
}

export const CACHE_PREFIX = 'mohlat-shell-';
const PAGE = '/app.html';
/** A page that was open when the new version came still finds its own parts. */
const VERSIONS_KEPT = 2;
/** A connection that is there in name only is given up on after this time. */
const PATIENCE_MS = 4_000;
/** Calls and sessions: what is anybody's own is never kept by this worker. */
const PERSONAL = /^\/(?:api|auth\/v1)\//;
const HASHED = /^\/assets\//;
/**
 * Keeps the app's files, and nothing else, so that it opens without a network. A page comes from the network whenever
 * that answers: a new version is taken with the next page, never within an open one.
 */
export class Keeper {
  private readonly files: ShellFiles;
  private readonly outside: Outside;
  private readonly cacheName: string;
  private readonly known: ReadonlySet<string>;

  constructor(files: ShellFiles, outside: Outside) {
    this.files = files;
    this.outside = outside;
    this.cacheName = `${CACHE_PREFIX}${files.version}`;
    this.known = new Set([...files.core, ...files.rest]);
  }

  /** Fails when one of the files cannot be had; the browser tries again with the next page. */
  async install(): Promise<void> {
    await this.keepAll(this.files.core);
  }

  /** Lets go of versions that no page can have open any more. */
  async activate(): Promise<void> {
    const names = (await this.outside.caches.keys()).filter((name) => name.startsWith(CACHE_PREFIX));
    const older = names.filter((name) => name !== this.cacheName);
    const done = older.slice(0, Math.max(0, older.length - (VERSIONS_KEPT - 1)));
    await Promise.all(done.map((name) => this.outside.caches.delete(name)));
  }

  /** Everything that is missing, one file after another; what fails now is fetched when it is used. */
  async fill(): Promise<void> {
    for (const file of this.known) await this.keepAll([file]).catch(() => undefined);
  }

  /** The answer to a request, or undefined where the browser shall go on as if there were no worker. */
  answer(request: Request, preloaded?: Promise<Response | undefined>): Promise<Response> | undefined {
    const url = new URL(request.url);
    if (request.method !== 'GET' || url.origin !== this.outside.origin) return undefined;
    const isPersonal = PERSONAL.test(url.pathname);
    if (request.mode === 'navigate')
      return isPersonal ? this.passOn(request, preloaded) : this.answerPage(request, url, preloaded);
    if (isPersonal) return undefined;
    if (HASHED.test(url.pathname) || (this.known.has(url.pathname) && url.pathname !== PAGE)) {
      return this.answerFile(request, url.pathname);
    }
    return undefined;
  }

  /**
   * The network's answer and no other. The browser has asked already, beside the worker's start: left to itself it asks
   * a second time, and a mail's link, which works once, would be spent by the first.
   */
  private async passOn(
    request: Request,
    preloaded: Promise<Response | undefined> | undefined,
  ): Promise<Response> {
    return (await preloaded) ?? this.outside.fetch(request);
  }

  private async answerPage(
    request: Request,
    { pathname }: URL,
    preloaded: Promise<Response | undefined> | undefined,
  ): Promise<Response> {
    const isOurs = isAppPage(pathname);
    const fromNetwork = this.fromNetwork(request, preloaded);
    const answer = await (isOurs ? Promise.race([fromNetwork, lateness()]) : fromNetwork);
    // A server in trouble says nothing the app could not say more calmly; a public page has no other face.
    if (answer !== undefined && (answer.status < 500 || !isOurs)) return answer;
    const kept = await this.outside.caches.match(PAGE, { cacheName: this.cacheName });
    return kept ?? answer ?? (await fromNetwork) ?? Response.error();
  }

  private async fromNetwork(
    request: Request,
    preloaded: Promise<Response | undefined> | undefined,
  ): Promise<Response | undefined> {
    try {
      return (await preloaded) ?? (await this.outside.fetch(request));
    } catch {
      return undefined;
    }
  }

  /** A hashed file never changes; the few others belong to the version that is kept. */
  private async answerFile(request: Request, path: string): Promise<Response> {
    const kept = await this.outside.caches.match(
      path,
      HASHED.test(path) ? {} : { cacheName: this.cacheName },
    );
    if (kept !== undefined) return kept;
    const answer = await this.outside.fetch(request);
    if (answer.status === 200) {
      const cache = await this.outside.caches.open(this.cacheName);
      await cache.put(path, answer.clone());
    }
    return answer;
  }

  private async keepAll(paths: readonly string[]): Promise<void> {
    const cache = await this.outside.caches.open(this.cacheName);
    await Promise.all(
      paths.map(async (path) => {
        if ((await cache.match(path)) !== undefined) return;
        const known = HASHED.test(path) ? await this.outside.caches.match(path) : undefined;
        const answer = known ?? (await this.outside.fetch(path, { cache: 'no-cache', credentials: 'omit' }));
        if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}`);
        await cache.put(path, answer);
      }),
    );
  }
}

function lateness(): Promise<undefined> {
  return new Promise((resolve) => setTimeout(() => resolve(undefined), PATIENCE_MS));
}

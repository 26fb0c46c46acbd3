import { beforeEach, describe, expect, test, vi } from 'vitest';
import { Keeper, type ShellFiles } from './keeper.ts';

const ORIGIN = 'https://mohlat.example';
const FILES: ShellFiles = {
  version: 'two',
  core: ['/app.html', '/icon.svg', '/assets/app-2.js'],
  rest: ['/assets/help-1.js'],
};

/** A browser's store, as far as the worker uses it. */
class Store {
  readonly boxes = new Map<string, Map<string, Response>>();
  open(name: string) {
    const box = this.boxes.get(name) ?? new Map<string, Response>();
    this.boxes.set(name, box);
    return Promise.resolve({
      match: (path: string) => Promise.resolve(box.get(path)?.clone()),
      put: (path: string, answer: Response) => Promise.resolve(void box.set(path, answer)),
    });
  }
  match(path: string, { cacheName }: { cacheName?: string } = {}) {
    const boxes = cacheName === undefined ? [...this.boxes.values()] : [this.boxes.get(cacheName)];
    const found = boxes.find((box) => box?.has(path));
    return Promise.resolve(found?.get(path)?.clone());
  }
  keys = () => Promise.resolve([...this.boxes.keys()]);
  delete = (name: string) => Promise.resolve(this.boxes.delete(name));
}

let store: Store;
let network: (path: string) => Promise<Response>;
let asked: string[];
let keeper: Keeper;

const paths = () => [...(store.boxes.get('mohlat-shell-two')?.keys() ?? [])];
const get = (path: string) => new Request(ORIGIN + path);
/** A page: no Request made by hand has this mode. */
function visit(path: string): Request {
  return Object.defineProperty(get(path), 'mode', { value: 'navigate' });
}
const textOf = async (answer: Promise<Response> | undefined) => (await answer)?.text();
const lost = () => Promise.reject(new TypeError('Failed to fetch'));

beforeEach(() => {
  store = new Store();
  asked = [];
  network = (path) => Promise.resolve(new Response(`network ${path}`));
  keeper = new Keeper(FILES, {
    caches: store as unknown as CacheStorage,
    fetch: (input) => {
      const path = typeof input === 'string' ? input : new URL(input.url).pathname;
      asked.push(path);
      return network(path);
    },
    origin: ORIGIN,
  });
});

describe('what is kept', () => {
  test('is the shell first, the other screens when the page asks for them', async () => {
    await keeper.install();
    expect(paths()).toEqual(FILES.core);
    await keeper.fill();
    expect(paths()).toEqual([...FILES.core, ...FILES.rest]);
    expect(asked).toEqual([...FILES.core, ...FILES.rest]);
  });

  test('is taken from the version before where the file is the same', async () => {
    await (await store.open('mohlat-shell-one')).put('/assets/app-2.js', new Response('kept'));
    await (await store.open('mohlat-shell-one')).put('/icon.svg', new Response('old icon'));
    await keeper.install();
    expect(asked).toEqual(['/app.html', '/icon.svg']);
  });

  test('is nothing of a server in trouble', async () => {
    network = () => Promise.resolve(new Response('busy', { status: 503 }));
    await expect(keeper.install()).rejects.toThrow('answered 503');
    expect(paths()).toEqual([]);
  });

  test('stays for one version more, for pages that are still open', async () => {
    for (const name of ['mohlat-shell-zero', 'mohlat-shell-one', 'somebody-else']) await store.open(name);
    await keeper.install();
    await keeper.activate();
    expect([...store.boxes.keys()]).toEqual(['mohlat-shell-one', 'somebody-else', 'mohlat-shell-two']);
  });
});

describe('what the worker leaves alone', () => {
  test.each(['/api/v1/me', '/auth/v1/token', '/api/v1/payments/1/receipt.pdf'])('%s', async (path) => {
    await keeper.install();
    expect(keeper.answer(get(path))).toBeUndefined();
  });

  test('what is sent, what is elsewhere, and files it does not know', () => {
    expect(keeper.answer(new Request(`${ORIGIN}/dashboard`, { method: 'POST' }))).toBeUndefined();
    expect(keeper.answer(new Request('https://checkout.example/assets/app.js'))).toBeUndefined();
    expect(keeper.answer(get('/robots.txt'))).toBeUndefined();
  });
});

describe('what is personal and opened as a page, as a mail’s link is', () => {
  const LINK = '/auth/v1/verify';

  test('is asked for once: the answer to what the browser has asked already', async () => {
    await keeper.install();
    asked = [];
    const preloaded = Promise.resolve(new Response('confirmed'));
    expect(await textOf(keeper.answer(visit(LINK), preloaded))).toBe('confirmed');
    expect(asked).toEqual([]);
    expect(await textOf(keeper.answer(visit(LINK), Promise.resolve(undefined)))).toBe(`network ${LINK}`);
    expect(asked).toEqual([LINK]);
    expect(paths()).toEqual(FILES.core);
  });

  test('has no other face without a network, and is not asked for again', async () => {
    await keeper.install();
    asked = [];
    await expect(keeper.answer(visit(LINK), lost())).rejects.toThrow('Failed to fetch');
    expect(asked).toEqual([]);
  });
});

describe('a page', () => {
  test('comes from the network whenever that answers, so that a new version is taken', async () => {
    await keeper.install();
    expect(await textOf(keeper.answer(visit('/dashboard')))).toBe('network /dashboard');
    const preloaded = Promise.resolve(new Response('preloaded'));
    expect(await textOf(keeper.answer(visit('/dashboard'), preloaded))).toBe('preloaded');
    expect(paths()).toEqual(FILES.core);
  });

  test.each([
    ['without a network', lost],
    ['of a server in trouble', () => Promise.resolve(new Response('bad gateway', { status: 502 }))],
  ])('%s is the one that is kept', async (_, trouble) => {
    await keeper.install();
    network = trouble;
    expect(await textOf(keeper.answer(visit('/dashboard/payments/1')))).toBe('network /app.html');
  });

  test('is not waited for longer than four seconds, unless it is a public one', async () => {
    vi.useFakeTimers();
    await keeper.install();
    network = () => new Promise(() => undefined);
    const answer = textOf(keeper.answer(visit('/dashboard')));
    await vi.advanceTimersByTimeAsync(4_000);
    expect(await answer).toBe('network /app.html');
    network = (path) =>
      new Promise((resolve) => setTimeout(() => resolve(new Response(`late ${path}`)), 9_000));
    const late = textOf(keeper.answer(visit('/pricing')));
    await vi.advanceTimersByTimeAsync(9_000);
    vi.useRealTimers();
    expect(await late).toBe('late /pricing');
  });

  test('fails as it would without a worker when nothing was kept', async () => {
    network = lost;
    expect((await keeper.answer(visit('/dashboard')))?.type).toBe('error');
  });
});

describe('a part of the app', () => {
  test('that is kept needs no network, of whichever version it is', async () => {
    await (await store.open('mohlat-shell-one')).put('/assets/old-1.js', new Response('old part'));
    await keeper.install();
    network = lost;
    expect(await textOf(keeper.answer(get('/assets/app-2.js')))).toBe('network /assets/app-2.js');
    expect(await textOf(keeper.answer(get('/assets/old-1.js')))).toBe('old part');
    expect(await textOf(keeper.answer(get('/icon.svg')))).toBe('network /icon.svg');
  });

  test('that is not is fetched and kept, unless it is missing', async () => {
    expect(await textOf(keeper.answer(get('/assets/noto-1.woff2')))).toBe('network /assets/noto-1.woff2');
    network = () => Promise.resolve(new Response('', { status: 404 }));
    await keeper.answer(get('/assets/gone-1.js'));
    expect(paths()).toEqual(['/assets/noto-1.woff2']);
  });
});

import { Keeper, type ShellFiles } from './keeper.ts';

/** Set by scripts/service-worker.ts at build. */
declare const SHELL_FILES: ShellFiles;

interface WorkEvent extends Event {
  readonly waitUntil: (work: Promise<unknown>) => void;
}
interface RequestEvent extends WorkEvent {
  readonly request: Request;
  readonly preloadResponse: Promise<Response | undefined>;
  readonly respondWith: (answer: Promise<Response>) => void;
}
/** The worker's own side of the window's types. */
interface WorkerScope {
  readonly registration: ServiceWorkerRegistration;
  readonly clients: { readonly claim: () => Promise<void> };
  readonly skipWaiting: () => Promise<void>;
  readonly addEventListener: <E extends Event>(name: string, listener: (event: E) => void) => void;
}

// A worker's global object, which the window's types do not know.
const scope = globalThis as typeof globalThis & WorkerScope;
const keeper = new Keeper(SHELL_FILES, {
  caches: scope.caches,
  fetch: (input, init) => scope.fetch(input, init),
  origin: scope.location.origin,
});

// A newer worker serves older pages as well, because it keeps their files: there is nothing to wait for.
scope.addEventListener('install', (event: WorkEvent) => {
  event.waitUntil(keeper.install().then(() => scope.skipWaiting()));
});

scope.addEventListener('activate', (event: WorkEvent) => {
  event.waitUntil(
    Promise.all([keeper.activate(), scope.registration.navigationPreload.enable()]).then(() =>
      scope.clients.claim(),
    ),
  );
});

/** The one message there is: the page has been drawn, and the person does not save data. */
scope.addEventListener('message', (event: WorkEvent) => {
  event.waitUntil(keeper.fill());
});

scope.addEventListener('fetch', (event: RequestEvent) => {
  const answer = keeper.answer(event.request, event.preloadResponse);
  if (answer !== undefined) event.respondWith(answer);
});

import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { loadDevanagariFace } from './lib/language.ts';
import { coverWhenLeft } from './lib/left-page.ts';
import { whenIdle } from './ui/when-idle.ts';
import { App } from './shell/app.tsx';
import { createRoutes } from './shell/routes.tsx';

function start(root: HTMLElement): void {
  // The router asks for the page's parts at once.
  const router = createRoutes();
  // A transition is drawn in slices, between which a cheap phone answers a finger.
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <App router={router} />
      </StrictMode>,
    ),
  );
  whenIdle(() => {
    loadDevanagariFace();
    // Without the worker everything works but the opening without a network.
    import('./lib/keep-shell.ts').then(({ keepShell }) => keepShell()).catch(() => undefined);
  });
}

coverWhenLeft(() => globalThis.location.reload());

const root = document.getElementById('root');
// In a turn of its own: together with the reading of the scripts it would hold a cheap phone up for too long.
if (root) setTimeout(start, 0, root);

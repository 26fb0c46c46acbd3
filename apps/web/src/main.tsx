import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { loadDevanagariFace } from './lib/language.ts';
import { App } from './shell/app.tsx';

const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
  requestIdleCallbackOrLater(loadDevanagariFace);
}

function requestIdleCallbackOrLater(run: () => void): void {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(run);
  else setTimeout(run, 1000);
}

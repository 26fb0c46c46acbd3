/** The head of every name under which the service worker keeps files. */
const CACHE_PREFIX = 'mohlat-shell-';

interface DataSaver {
  readonly connection?: { readonly saveData?: boolean };
}

/** Lets the service worker keep the app's files; it is told to fetch the other screens unless the person saves data. */
export async function keepShell(): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  await navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' });
  const { active } = await navigator.serviceWorker.ready;
  if ((navigator as DataSaver).connection?.saveData !== true) active?.postMessage('fill');
}

/** After a log-out nothing stays on the device, though the files are of no user. */
export async function forgetShell(): Promise<void> {
  if (!('caches' in globalThis)) return;
  const names = (await caches.keys()).filter((name) => name.startsWith(CACHE_PREFIX));
  await Promise.all(names.map((name) => caches.delete(name)));
}

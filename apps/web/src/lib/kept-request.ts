import { ownerOfScreen } from './session-state.ts';

const STORAGE_KEY = 'mohlat-pay-open';

/**
 * The request to pay that has no answer yet, of the person of this tab; in any tab of this browser, so that a second one sends nothing
 * beside it. Undefined where none is open.
 */
export function keptRequest<Request extends object>(): Partial<Request> | undefined {
  try {
    const { owner, request } = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? '{}') as {
      owner?: string | null;
      request?: Partial<Request>;
    };
    return owner === ownerOfScreen() ? request : undefined;
  } catch {
    return undefined;
  }
}

export function keepRequest(request: object): void {
  localStorage.setItem(STORAGE_KEY, JSON.stringify({ owner: ownerOfScreen(), request }));
}

export function forgetRequest(): void {
  localStorage.removeItem(STORAGE_KEY);
}

/** Calls back when another tab keeps a request or forgets one. Returns the end of it. */
export function onRequestElsewhere(heard: () => void): () => void {
  const listen = ({ key }: StorageEvent) => {
    if (key === STORAGE_KEY || key === null) heard();
  };
  globalThis.addEventListener('storage', listen);
  return () => globalThis.removeEventListener('storage', listen);
}

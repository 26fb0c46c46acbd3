import { ownerOfScreen } from './session-state.ts';

const STORAGE_KEY = 'mohlat-pay-open';

/** Each person has a place of their own: at a shared device nobody overwrites or removes what another has open. */
const placeOfOwner = (): string => `${STORAGE_KEY}:${ownerOfScreen()}`;

/**
 * The request to pay that has no answer yet, of the person of this tab; in any tab of this browser, so that a second one sends nothing
 * beside it. Undefined where none is open.
 */
export function keptRequest<Request extends object>(): Partial<Request> | undefined {
  try {
    const kept = localStorage.getItem(placeOfOwner());
    return kept === null ? undefined : (JSON.parse(kept) as Partial<Request>);
  } catch {
    return undefined;
  }
}

export function keepRequest(request: object): void {
  localStorage.setItem(placeOfOwner(), JSON.stringify(request));
}

export function forgetRequest(): void {
  localStorage.removeItem(placeOfOwner());
}

/** Calls back when another tab keeps a request or forgets one. Returns the end of it. */
export function onRequestElsewhere(heard: () => void): () => void {
  const listen = ({ key }: StorageEvent) => {
    if (key === placeOfOwner() || key === null) heard();
  };
  globalThis.addEventListener('storage', listen);
  return () => globalThis.removeEventListener('storage', listen);
}

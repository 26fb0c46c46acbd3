const STORAGE_KEY = 'mohlat-views';
const VIEWS_MAX = 12;
/** The text of a search may name a person, and what stands open is one: neither is kept on a device, nor is anybody's id. */
const NEVER_KEPT = ['search', 'break', 'receipt', 'row'];
/** The parameter of the address that tells which of several lists a page shows. It belongs to each view and makes none by itself. */
const LIST = 'list';

export interface View {
  readonly name: string;
  /** The query of the address, after its question mark. */
  readonly query: string;
}

type Kept = Readonly<Record<string, readonly View[]>>;

/** The views of one page that one member of the staff has kept on this device, in the order of keeping. */
export function readViews(userId: string, pathname: string): readonly View[] {
  return readAll()[slot(userId, pathname)] ?? [];
}

/** Keeps a view; one of the same name is replaced, and the oldest makes room for the thirteenth. */
export function keepView(userId: string, pathname: string, view: View): void {
  const others = readViews(userId, pathname).filter(({ name }) => name !== view.name);
  write(userId, pathname, [...others, view].slice(-VIEWS_MAX));
}

export function dropView(userId: string, pathname: string, name: string): void {
  write(
    userId,
    pathname,
    readViews(userId, pathname).filter((view) => view.name !== name),
  );
}

/** The part of an address that may be kept; empty where nothing narrows or orders the list. */
export function keepable(params: URLSearchParams): string {
  const kept = new URLSearchParams(params);
  for (const name of new Set(kept.keys()))
    if (NEVER_KEPT.includes(name) || name.endsWith('Id')) kept.delete(name);
  const isBare = [...kept.keys()].every((name) => name === LIST);
  return isBare ? '' : kept.toString();
}

const slot = (userId: string, pathname: string) => `${userId} ${pathname}`;

function readAll(): Kept {
  try {
    return (JSON.parse(localStorage.getItem(STORAGE_KEY) ?? '{}') ?? {}) as Kept;
  } catch {
    return {};
  }
}

function write(userId: string, pathname: string, views: readonly View[]): void {
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify({ ...readAll(), [slot(userId, pathname)]: views }));
  } catch {
    // Storage is full or refused: the list goes on without a view.
  }
}

import { X } from 'lucide-react';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useLocation, useSearchParams } from 'react-router';
import { useSession } from '../auth.ts';
import { Button, IconButton, TextButton, TextLink } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { focusHeading, takeFocus } from '../../ui/take-focus.ts';
import { useAdminWords } from './admin.words.ts';

/** The views that a member of staff keeps of a list, and the way to keep the one that is open. */
export function ViewsLine() {
  const session = useSession();
  const { pathname } = useLocation();
  if (session.status !== 'in') return null;
  return <Views key={`${session.userId} ${pathname}`} userId={session.userId} pathname={pathname} />;
}

function Views({ userId, pathname }: { readonly userId: string; readonly pathname: string }) {
  const words = useAdminWords().views;
  const [params] = useSearchParams();
  const [views, setViews] = useState(() => readViews(userId, pathname));
  const [name, setName] = useState<string>();
  const query = keepable(params);
  const line = useRef<HTMLDivElement>(null);
  /** The control that was pressed goes: the view at its place has the focus, or the heading where none is left. */
  const rereadAt = (index: number) => {
    flushSync(() => setViews(readViews(userId, pathname)));
    const links = line.current?.querySelectorAll('a') ?? [];
    const link = links[Math.min(index, links.length - 1)];
    if (link) link.focus();
    else focusHeading();
  };
  const isKept = views.some((view) => view.query === query);
  if (views.length === 0 && query === '') return null;
  return (
    <div ref={line} className="mb-3 flex flex-wrap items-center gap-x-4 gap-y-1 text-small">
      {views.length === 0 ? null : (
        <ul aria-label={words.title} className="flex flex-wrap items-center gap-x-3">
          {views.map((view, index) => (
            <li key={view.name} className="flex items-center">
              <TextLink to={`${pathname}?${view.query}`}>{view.name}</TextLink>
              <IconButton
                label={words.drop(view.name)}
                onClick={() => {
                  dropView(userId, pathname, view.name);
                  rereadAt(index);
                }}
              >
                <X aria-hidden="true" className="size-4" />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      {name !== undefined ? (
        <form
          className="flex flex-wrap items-end gap-3"
          onSubmit={(event) => {
            event.preventDefault();
            if (name.trim() === '') return;
            keepView(userId, pathname, { name: name.trim(), query });
            setName(undefined);
            rereadAt(VIEWS_MAX);
          }}
        >
          <TextField
            ref={takeFocus}
            label={words.name}
            hint={words.hint}
            autoComplete="off"
            maxLength={40}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Button type="submit" tone="secondary" size="medium">
            {words.keep}
          </Button>
        </form>
      ) : query === '' || isKept ? null : (
        <TextButton onClick={() => setName('')}>{words.keepThis}</TextButton>
      )}
    </div>
  );
}

const STORAGE_KEY = 'mohlat-views';
const VIEWS_MAX = 12;
/** The text of a search may name a person, and what stands open is one: neither is kept on a device, nor is anybody's id. */
const NEVER_KEPT = ['search', 'ticket', 'break', 'receipt', 'row'];
/** The parameter of the address that tells which of several lists a page shows. It belongs to each view and makes none by itself. */
const LIST = 'list';

interface View {
  readonly name: string;
  /** The query of the address, after its question mark. */
  readonly query: string;
}

type Kept = Readonly<Record<string, readonly View[]>>;

/** The views of one page that one member of the staff has kept on this device, in the order of keeping. */
function readViews(userId: string, pathname: string): readonly View[] {
  return readAll()[slot(userId, pathname)] ?? [];
}

/** Keeps a view; one of the same name is replaced, and the oldest makes room for the thirteenth. */
function keepView(userId: string, pathname: string, view: View): void {
  const others = readViews(userId, pathname).filter(({ name }) => name !== view.name);
  write(userId, pathname, [...others, view].slice(-VIEWS_MAX));
}

function dropView(userId: string, pathname: string, name: string): void {
  write(
    userId,
    pathname,
    readViews(userId, pathname).filter((view) => view.name !== name),
  );
}

/** The part of an address that may be kept; empty where nothing narrows or orders the list. */
function keepable(params: URLSearchParams): string {
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

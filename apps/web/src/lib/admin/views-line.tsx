import { X } from 'lucide-react';
import { useState } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { useSession } from '../auth.ts';
import { Button, IconButton, TextButton, TextLink } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { useAdminWords } from './admin.words.ts';
import { dropView, keepable, keepView, readViews } from './saved-views.ts';

/** The views that somebody keeps of a list, and the way to keep the one that is open. */
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
  const reread = () => setViews(readViews(userId, pathname));
  const isKept = views.some((view) => view.query === query);
  if (views.length === 0 && query === '') return null;
  return (
    <div className="mb-3 flex flex-wrap items-center gap-x-4 gap-y-1 text-small">
      {views.length === 0 ? null : (
        <ul aria-label={words.title} className="flex flex-wrap items-center gap-x-3">
          {views.map((view) => (
            <li key={view.name} className="flex items-center">
              <TextLink to={`${pathname}?${view.query}`}>{view.name}</TextLink>
              <IconButton
                label={words.drop(view.name)}
                onClick={() => {
                  dropView(userId, pathname, view.name);
                  reread();
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
            reread();
          }}
        >
          <TextField
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

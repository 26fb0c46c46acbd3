import { useQuery } from '@tanstack/react-query';
import type { ButtonHTMLAttributes, Ref } from 'react';
import { meQuery } from '../lib/queries.ts';
import { notificationsQuery } from './shell.data.ts';
import { useShellWords } from './shell.words.ts';
import { Bell } from 'lucide-react';
import { useIdle } from '../ui/use-idle.ts';
import { IconButton } from '../ui/button.tsx';

type BadgeButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & { readonly ref?: Ref<HTMLButtonElement> };

/** Initial and name of the signed-in person. */
export function BadgeButton(props: BadgeButtonProps) {
  const words = useShellWords();
  const { data: me } = useQuery(meQuery);
  const name = me?.name ?? words.userFallback;
  return (
    <button
      {...props}
      type="button"
      className="ml-1 inline-flex min-h-11 items-center gap-2 rounded-button px-1.5 hover:bg-sunken"
    >
      <span
        aria-hidden="true"
        className="flex size-8 items-center justify-center rounded-full bg-brand-soft text-small font-semibold text-brand-ink"
      >
        {Array.from(name)[0]?.toUpperCase()}
      </span>
      <span className="sr-only">{words.account}: </span>
      <span className="max-w-40 truncate text-small font-medium max-md:sr-only">{name}</span>
    </button>
  );
}

type BellButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & { readonly ref?: Ref<HTMLButtonElement> };

export function BellButton(props: BellButtonProps) {
  const words = useShellWords().notifications;
  const { data } = useQuery({ ...notificationsQuery, enabled: useIdle() });
  const unreadCount = data?.unreadCount ?? 0;
  return (
    <IconButton {...props} label={unreadCount > 0 ? words.openUnread(unreadCount) : words.open}>
      <Bell aria-hidden="true" className="size-5" />
      {unreadCount > 0 ? (
        <span
          aria-hidden="true"
          className="absolute top-2 right-2 size-2.5 rounded-full border-2 border-surface bg-due"
        />
      ) : null}
    </IconButton>
  );
}

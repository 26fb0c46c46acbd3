import { useQuery } from '@tanstack/react-query';
import { Bell } from 'lucide-react';
import type { ButtonHTMLAttributes, Ref } from 'react';
import { useIdle } from '../ui/use-idle.ts';
import { IconButton } from '../ui/button.tsx';
import { notificationsQuery } from './shell.data.ts';
import { useShellWords } from './shell.words.ts';

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

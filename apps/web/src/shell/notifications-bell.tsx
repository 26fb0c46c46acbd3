import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { X } from 'lucide-react';
import { useState } from 'react';
import { formatInstant } from '../lib/format.ts';
import { useLanguage } from '../lib/i18n.tsx';
import { keys } from '../lib/keys.ts';
import { IconButton, TextButton } from '../ui/button.tsx';
import { Popover, PopoverClose } from '../ui/menu.tsx';
import { BellButton } from './bell-button.tsx';
import { markAllRead, markRead, notificationsQuery } from './shell.data.ts';
import { useShellWords } from './shell.words.ts';

/** The bell with its panel: 320 px wide, the list at most 320 px high, closed by a press outside. */
export function NotificationsBell({ isOpenAtFirst }: { readonly isOpenAtFirst: boolean }) {
  const [isOpen, setIsOpen] = useState(isOpenAtFirst);
  const words = useShellWords().notifications;
  return (
    <Popover label={words.title} isOpen={isOpen} onOpenChange={setIsOpen} trigger={<BellButton />}>
      <NotificationsPanel />
    </Popover>
  );
}

function NotificationsPanel() {
  const shell = useShellWords();
  const words = shell.notifications;
  const client = useQueryClient();
  const { data, isError, refetch } = useQuery(notificationsQuery);
  const refresh = () => client.invalidateQueries({ queryKey: keys.notifications });
  const readAll = useMutation({ mutationFn: markAllRead, onSettled: refresh });
  const readOne = useMutation({ mutationFn: markRead, onSettled: refresh });
  const items = data?.items ?? [];
  return (
    <>
      <div className="flex items-center justify-between border-b border-line py-1 pr-1 pl-4">
        <h2 className="font-semibold">{words.title}</h2>
        <PopoverClose asChild>
          <IconButton label={shell.close}>
            <X aria-hidden="true" className="size-5" />
          </IconButton>
        </PopoverClose>
      </div>
      {isError ? (
        <p className="px-4 py-6 text-small text-ink-2">
          {words.failed} <TextButton onClick={() => void refetch()}>{words.retry}</TextButton>
        </p>
      ) : items.length === 0 ? (
        <p className="px-4 py-8 text-center text-small text-ink-2">{words.empty}</p>
      ) : (
        <ul className="ruled max-h-80 overflow-y-auto">
          {items.map((item) => (
            <li key={item.id}>
              <button
                type="button"
                className="flex w-full flex-col gap-0.5 px-4 py-3 text-left hover:bg-sunken"
                onClick={() => {
                  if (!item.read) readOne.mutate(item.id);
                }}
              >
                <span
                  className={clsx('flex items-center gap-2', item.read ? 'font-normal' : 'font-semibold')}
                >
                  {item.read ? null : (
                    <span className="size-2 shrink-0 rounded-full bg-due">
                      <span className="sr-only">{words.unread}</span>
                    </span>
                  )}
                  {item.title}
                </span>
                <span className="text-small text-ink-2">{item.description}</span>
                <NotificationTime date={item.date} />
              </button>
            </li>
          ))}
        </ul>
      )}
      {items.some((item) => !item.read) ? (
        <div className="border-t border-line px-3 py-1">
          <TextButton className="text-small" onClick={() => readAll.mutate()}>
            {words.markAllRead}
          </TextButton>
        </div>
      ) : null}
    </>
  );
}

function NotificationTime({ date }: { readonly date: string }) {
  const { language } = useLanguage();
  return (
    <time dateTime={date} className="text-caption text-ink-3">
      {formatInstant(date, language)}
    </time>
  );
}

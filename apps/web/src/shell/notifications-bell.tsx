import { type AnswerOf, listNotifications, readAllNotifications, readNotification } from '@mohlat/contract';
import { infiniteQueryOptions, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { X } from 'lucide-react';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { call } from '../lib/api.ts';
import { formatInstant } from '../lib/format.ts';
import { defineWords, useLanguage } from '../lib/i18n.tsx';
import { keys } from '../lib/keys.ts';
import { MoreButton } from '../lib/more-button.tsx';
import { errorText } from '../lib/problem.ts';
import { useSendOnce } from '../lib/send-once.ts';
import { LoadingFace } from '../lib/faces.tsx';
import { IconButton, TextButton } from '../ui/button.tsx';
import { Popover, PopoverClose } from '../ui/menu.tsx';
import { Skeleton } from '../ui/states.tsx';
import { toast } from '../ui/toast.tsx';
import { BellButton } from './badge-button.tsx';
import { en } from './notifications.en.ts';
import { useShellWords } from './shell.words.ts';

/** Everything there is, a page at a time; fetched when the panel is opened. */
const notificationPagesQuery = infiniteQueryOptions({
  queryKey: keys.notificationPages,
  queryFn: ({ pageParam, signal }) =>
    call(listNotifications, {
      query: { limit: 20, ...(pageParam === '' ? {} : { cursor: pageParam }) },
      signal,
    }),
  initialPageParam: '',
  getNextPageParam: (page) => page.nextCursor,
});

const markAllRead = () => call(readAllNotifications, {});
const markRead = (id: string) => call(readNotification, { params: { id } });

type Notification = AnswerOf<typeof listNotifications>['items'][number];

/** The bell with its panel: 320 px wide, the list at most 320 px high, closed by a press outside. */
export function NotificationsBell({ isOpenAtFirst }: { readonly isOpenAtFirst: boolean }) {
  const [isOpen, setIsOpen] = useState(isOpenAtFirst);
  const words = useShellWords().notifications;
  return (
    <Popover label={words.title} isOpen={isOpen} onOpenChange={setIsOpen} trigger={<BellButton />}>
      <NotificationsPanel onLeave={() => setIsOpen(false)} />
    </Popover>
  );
}

function NotificationsPanel({ onLeave }: { readonly onLeave: () => void }) {
  const shell = useShellWords();
  const words = usePanelWords();
  const { language } = useLanguage();
  const client = useQueryClient();
  const heading = useRef<HTMLHeadingElement>(null);
  const button = useRef<HTMLDivElement>(null);
  const pages = useInfiniteQuery(notificationPagesQuery);
  const readAll = useSendOnce({
    mutationFn: markAllRead,
    // Its button goes with the last one.
    onSuccess: () => {
      if (button.current?.contains(document.activeElement) === true) heading.current?.focus();
    },
    onError: (error) => toast.error(words.notMarked, errorText(error, language)),
    onSettled: () => client.invalidateQueries({ queryKey: keys.notifications }),
  });
  return (
    <>
      <div className="flex items-center justify-between border-b border-line py-1 pr-1 pl-4">
        <h2 ref={heading} tabIndex={-1} className="font-semibold">
          {shell.notifications.title}
        </h2>
        <PopoverClose asChild>
          <IconButton label={shell.close}>
            <X aria-hidden="true" className="size-5" />
          </IconButton>
        </PopoverClose>
      </div>
      <div className="max-h-80 overflow-y-auto">
        <List pages={pages} onLeave={onLeave} />
      </div>
      {(pages.data?.pages[0]?.unreadCount ?? 0) > 0 ? (
        <div ref={button} className="border-t border-line px-3 py-1">
          <TextButton className="text-small" onClick={() => readAll.mutate()}>
            {words.markAllRead}
          </TextButton>
        </div>
      ) : null}
    </>
  );
}

interface ListProps {
  readonly pages: ReturnType<typeof useNotifications>;
  readonly onLeave: () => void;
}

function List({ pages, onLeave }: ListProps) {
  const words = usePanelWords();
  const items = pages.data?.pages.flatMap((page) => page.items) ?? [];
  if (pages.isPending) {
    return (
      <div className="p-4">
        <LoadingFace onRetry={() => void pages.refetch()}>
          <Skeleton height="row" />
          <Skeleton height="row" />
        </LoadingFace>
      </div>
    );
  }
  if (pages.isError && items.length === 0) {
    return (
      <p className="px-4 py-6 text-small text-ink-2">
        {words.failed} <TextButton onClick={() => void pages.refetch()}>{words.retry}</TextButton>
      </p>
    );
  }
  if (items.length === 0) return <p className="px-4 py-8 text-center text-small text-ink-2">{words.empty}</p>;
  return (
    <>
      <ul className="ruled">
        {items.map((item) => (
          <li key={item.id}>
            <Item item={item} onLeave={onLeave} />
          </li>
        ))}
      </ul>
      {pages.hasNextPage ? (
        <div className="border-t border-line px-3 py-1">
          <MoreButton list={pages} label={words.more} />
        </div>
      ) : null}
    </>
  );
}

/** Pressed, it counts as read and leads to the page it is about. */
function Item({ item, onLeave }: { readonly item: Notification; readonly onLeave: () => void }) {
  const words = usePanelWords();
  const { language } = useLanguage();
  const client = useQueryClient();
  const navigate = useNavigate();
  const read = useSendOnce({
    mutationFn: markRead,
    onSettled: () => client.invalidateQueries({ queryKey: keys.notifications }),
  });
  return (
    <button
      type="button"
      className="flex w-full flex-col gap-0.5 px-4 py-3 text-left hover:bg-sunken"
      onClick={() => {
        if (!item.read) read.mutate(item.id);
        if (item.link === null) return;
        onLeave();
        void navigate(item.link);
      }}
    >
      <span className={clsx('flex items-baseline gap-2', item.read ? 'font-normal' : 'font-semibold')}>
        {item.read ? null : (
          <span className="size-2 shrink-0 rounded-full bg-due">
            <span className="sr-only">{words.unread}</span>
          </span>
        )}
        {item.title}
      </span>
      <span className="text-small text-ink-2">{item.description}</span>
      <time dateTime={item.date} className="text-caption text-ink-3">
        {formatInstant(item.date, language)}
      </time>
    </button>
  );
}

const useNotifications = () => useInfiniteQuery(notificationPagesQuery);

/** The panel's own words come with it. */
const usePanelWords = defineWords(en, () => import('./notifications.hi.ts').then((module) => module.hi));

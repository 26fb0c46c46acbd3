import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { isTyping } from '../../ui/typing.ts';
import { queueQuery } from './reviews.data.ts';
import { useReviewsWords } from './reviews.words.ts';
import { TextLink } from '../../ui/button.tsx';

const LIST = '/admin/kyc';

/** Reviews that wait beside one, in the order of the list: oldest first. */
export function useQueue(id: string) {
  const navigate = useNavigate();
  const { data } = useQuery(queueQuery);
  const others = data?.items.filter((item) => item.id !== id) ?? [];
  const here = data?.items.find((item) => item.id === id);
  // The next one in the order; from the last of them back to the first.
  const next =
    here === undefined
      ? others[0]
      : (others.find((item) => item.createdAt > here.createdAt || isAfter(item, here)) ?? others[0]);
  const nextPath = next === undefined ? undefined : `${LIST}/${next.id}`;
  return {
    nextPath,
    waitingCount: others.length,
    isMore: data !== undefined && data.nextCursor !== null,
    goOn: () => void navigate(nextPath ?? LIST),
  };
}

type Place = { readonly id: string; readonly createdAt: string };
const isAfter = (one: Place, other: Place) => one.createdAt === other.createdAt && one.id > other.id;

interface QueueLineProps {
  readonly queue: ReturnType<typeof useQueue>;
  /** By their keys; they count while nobody types. */
  readonly acts: Readonly<Record<string, () => void>>;
  readonly canDecide: boolean;
}

/** How many wait, the way to the next, and the keys. */
export function QueueLine({ queue, acts, canDecide }: QueueLineProps) {
  const words = useReviewsWords().queue;
  useKeys(acts);
  const { nextPath, waitingCount, isMore } = queue;
  return (
    <div className="mb-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-1 text-small text-ink-2">
      <p className="tabular">
        {waitingCount === 0 ? words.none : words.waiting(waitingCount, isMore)}{' '}
        <span className="text-caption text-ink-3 max-md:hidden">
          {canDecide ? words.keysToDecide : words.keys}
        </span>
      </p>
      {nextPath === undefined ? null : (
        <TextLink to={nextPath} className="inline-flex min-h-11 items-center md:min-h-8">
          {words.next}
        </TextLink>
      )}
    </div>
  );
}

function useKeys(acts: Readonly<Record<string, () => void>>): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      const act = acts[event.key];
      if (act === undefined) return;
      event.preventDefault();
      act();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [acts]);
}

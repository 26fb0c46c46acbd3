import { Button } from './button.tsx';

interface MoreButtonProps {
  /** A list that comes page by page, as TanStack Query has it. */
  readonly list: {
    readonly hasNextPage: boolean;
    readonly isFetchingNextPage: boolean;
    readonly fetchNextPage: () => Promise<unknown>;
  };
  readonly words: { readonly more: string; readonly morePending: string };
  readonly className?: string;
}

/** Fetches the next page of a list; not there behind the last one. */
export function MoreButton({ list, words, className }: MoreButtonProps) {
  if (!list.hasNextPage) return null;
  return (
    <Button
      tone="secondary"
      size="medium"
      {...(className === undefined ? {} : { className })}
      isPending={list.isFetchingNextPage}
      pendingText={words.morePending}
      onClick={() => void list.fetchNextPage()}
    >
      {words.more}
    </Button>
  );
}

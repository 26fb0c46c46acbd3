import { Button } from '../ui/button.tsx';
import { useGlossary } from './glossary.ts';

interface MoreButtonProps {
  /** A list that comes page by page, as TanStack Query has it. */
  readonly list: {
    readonly hasNextPage: boolean;
    readonly isFetchingNextPage: boolean;
    readonly isFetchNextPageError: boolean;
    readonly fetchNextPage: () => Promise<unknown>;
  };
  /** Left out: show more. */
  readonly label?: string;
  readonly className?: string;
}

/** Fetches the next page of a list, and says when it did not come; not there behind the last one. */
export function MoreButton({ list, label, className }: MoreButtonProps) {
  const words = useGlossary();
  if (!list.hasNextPage) return null;
  return (
    <div {...(className === undefined ? {} : { className })}>
      {list.isFetchNextPageError ? (
        <p role="alert" className="mb-2 text-small text-bad-ink">
          {words.moreFailed}
        </p>
      ) : null}
      <Button
        tone="secondary"
        size="medium"
        isPending={list.isFetchingNextPage}
        pendingText={`${words.loading}...`}
        onClick={() => void list.fetchNextPage()}
      >
        {label ?? words.more}
      </Button>
    </div>
  );
}

import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useAdminWords } from '../../lib/admin/admin.words.ts';
import { ReasonDialog } from '../../lib/admin/reason-dialog.tsx';
import { ErrorFace, LoadingFace } from '../../lib/faces.tsx';
import { formatInstant } from '../../lib/format.ts';
import { useLanguage } from '../../lib/i18n.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { Trail } from '../../ui/trail.tsx';
import { addNote, notesQuery } from './users.data.ts';
import { useUsersWords } from './users.words.ts';

export function Notes({ id }: { readonly id: string }) {
  const words = useUsersWords();
  const common = useAdminWords();
  const { language } = useLanguage();
  const [isWriting, setIsWriting] = useState(false);
  const notes = useInfiniteQuery(notesQuery(id));
  const rows = notes.data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <Card
      title={words.notes}
      action={
        <Button tone="quiet" size="medium" className="-mr-4" onClick={() => setIsWriting(true)}>
          {words.addNote}
        </Button>
      }
    >
      {notes.isPending ? (
        <LoadingFace>
          <Skeleton height="row" />
        </LoadingFace>
      ) : null}
      {notes.isError ? <ErrorFace error={notes.error} onRetry={() => void notes.refetch()} /> : null}
      {notes.isSuccess && rows.length === 0 ? <p className="text-ink-2">{words.noNotes}</p> : null}
      <Trail
        label={words.notes}
        entries={rows.map(({ id: key, text, createdAt, createdBy, changedAt, changedBy }) => ({
          key,
          at: formatInstant(createdAt, language),
          source: createdBy.name ?? common.unnamed,
          title: (
            <span className="font-normal whitespace-pre-line">
              {text}
              {changedBy === null || changedAt === null ? null : (
                <span className="block text-caption text-ink-3">
                  {words.changedBy(changedBy.name ?? common.unnamed, formatInstant(changedAt, language))}
                </span>
              )}
            </span>
          ),
        }))}
      />
      {notes.hasNextPage ? (
        <Button tone="quiet" size="medium" className="-ml-4" onClick={() => void notes.fetchNextPage()}>
          {common.more}
        </Button>
      ) : null}
      {isWriting ? (
        <ReasonDialog
          title={words.addNote}
          text={words.noteHint}
          reasonLabel={words.noteText}
          draft={`note:${id}`}
          onSend={(text) => addNote(id, text)}
          onDone={() => setIsWriting(false)}
          onClose={() => setIsWriting(false)}
        />
      ) : null}
    </Card>
  );
}

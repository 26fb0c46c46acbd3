import type { Card as SavedCard } from '@mohlat/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ErrorFace } from '../../lib/faces.tsx';
import { cardLabel } from '../../lib/format.ts';
import { useLanguage } from '../../lib/i18n.tsx';
import { keys } from '../../lib/keys.ts';
import { errorText } from '../../lib/problem.ts';
import { cardsQuery } from '../../lib/queries.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.tsx';
import { removeCard } from './cards.data.ts';
import { useCardsWords } from './cards.words.ts';

/** The cards kept for next time, each with the way to take it away. */
export function SavedCardsSection() {
  const words = useCardsWords();
  const cards = useQuery(cardsQuery);
  const [leaving, setLeaving] = useState<SavedCard>();
  return (
    <Card title={words.title}>
      {cards.isPending ? <Skeleton height="row" /> : null}
      {cards.isError && cards.data === undefined ? (
        <ErrorFace error={cards.error} onRetry={() => void cards.refetch()} />
      ) : null}
      {cards.data?.items.length === 0 ? <p className="text-ink-2">{words.none}</p> : null}
      <ul className="ruled">
        {cards.data?.items.map((card) => (
          <SavedCardRow key={card.id} card={card} onRemove={() => setLeaving(card)} />
        ))}
      </ul>
      {leaving ? <RemoveDialog card={leaving} onClose={() => setLeaving(undefined)} /> : null}
    </Card>
  );
}

interface SavedCardRowProps {
  readonly card: SavedCard;
  readonly onRemove: () => void;
}

function SavedCardRow({ card, onRemove }: SavedCardRowProps) {
  const words = useCardsWords();
  const label = cardLabel(card.bankName, card.last4);
  return (
    <li className="flex items-center justify-between gap-4 py-2.5">
      <span className="flex min-w-0 flex-col">
        <span className="font-medium break-words">{label}</span>
        <span className="text-small text-ink-2">{words.expires(card.expiry)}</span>
      </span>
      <Button
        tone="quiet"
        size="medium"
        className="shrink-0"
        aria-label={words.removeLabel(label)}
        onClick={onRemove}
      >
        {words.remove}
      </Button>
    </li>
  );
}

interface RemoveDialogProps {
  readonly card: SavedCard;
  readonly onClose: () => void;
}

function RemoveDialog({ card, onClose }: RemoveDialogProps) {
  const words = useCardsWords();
  const { language } = useLanguage();
  const client = useQueryClient();
  const removal = useMutation({
    mutationFn: removeCard,
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: keys.cards });
      client.removeQueries({ queryKey: keys.bill(card.id) });
      toast.success(words.removed);
      onClose();
    },
  });
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      title={words.ask(cardLabel(card.bankName, card.last4))}
      description={words.askText}
      closeLabel={words.close}
      footer={
        <>
          <Button tone="secondary" onClick={onClose}>
            {words.keep}
          </Button>
          <Button
            tone="danger"
            isPending={removal.isPending}
            pendingText={words.removing}
            onClick={() => removal.mutate(card.id)}
          >
            {words.confirm}
          </Button>
        </>
      }
    >
      {removal.error ? (
        <Notice tone="bad" isLive title={words.failed}>
          {errorText(removal.error, language)}
        </Notice>
      ) : null}
    </Dialog>
  );
}

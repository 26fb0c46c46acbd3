import type { Card as SavedCard } from '@mohlat/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useState } from 'react';
import { UnreadFace } from '../../lib/faces.tsx';
import { cardLabel, formatDate, istDateOf, networkName } from '../../lib/format.ts';
import { useLanguage } from '../../lib/i18n.tsx';
import { keys } from '../../lib/keys.ts';
import { errorText } from '../../lib/problem.ts';
import { cardsQuery } from '../../lib/queries.ts';
import { RemovalDialog } from '../../lib/removal-dialog.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.tsx';
import { removeCard } from './cards.data.ts';
import { useCardsWords } from './cards.words.ts';

// The form comes when the user names a card.
const NameCardDialog = lazy(() =>
  import('./name-card.tsx').then((module) => ({ default: module.NameCardDialog })),
);

/** The cards kept for next time: last used first, each with a name of one's own and the way to take it away. */
export function SavedCardsSection() {
  const words = useCardsWords();
  const { language } = useLanguage();
  const cards = useQuery(cardsQuery);
  const [leaving, setLeaving] = useState<SavedCard>();
  const [naming, setNaming] = useState<SavedCard>();
  const { error } = cards;
  useEffect(() => {
    if (error) toast.error(words.fetchFailed, errorText(error, language));
  }, [error, language, words.fetchFailed]);
  return (
    <Card title={words.title}>
      <UnreadFace query={cards}>
        <Skeleton height="row" />
      </UnreadFace>
      {cards.data?.items.length === 0 ? <p className="text-ink-2">{words.none}</p> : null}
      <ul className="ruled">
        {cards.data?.items.map((card) => (
          <SavedCardRow
            key={card.id}
            card={card}
            onName={() => setNaming(card)}
            onRemove={() => setLeaving(card)}
          />
        ))}
      </ul>
      {naming ? (
        <Suspense>
          <NameCardDialog card={naming} onClose={() => setNaming(undefined)} />
        </Suspense>
      ) : null}
      {leaving ? <RemoveDialog card={leaving} onClose={() => setLeaving(undefined)} /> : null}
    </Card>
  );
}

interface SavedCardRowProps {
  readonly card: SavedCard;
  readonly onName: () => void;
  readonly onRemove: () => void;
}

function SavedCardRow({ card, onName, onRemove }: SavedCardRowProps) {
  const words = useCardsWords();
  const { language } = useLanguage();
  const label = cardLabel(card.bankName, card.last4);
  const press = card.nickname === null ? words.giveName : words.changeName;
  const facts = [
    ...(card.nickname === null ? [] : [label]),
    ...[networkName(card.network)].filter(Boolean),
    words.expires(card.expiry),
  ];
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 py-2.5">
      <span className="flex min-w-0 flex-1 basis-28 flex-col">
        <span className="font-medium break-words">{card.nickname ?? label}</span>
        <span className="text-small text-ink-2">{facts.join(' · ')}</span>
        <span className="text-small text-ink-3">
          {card.lastUsedAt === null
            ? words.neverUsed
            : words.lastUsed(formatDate(istDateOf(card.lastUsedAt), language))}
        </span>
      </span>
      <span className="-mr-2 ml-auto flex max-w-full flex-wrap justify-end">
        <Button tone="quiet" size="medium" aria-label={words.nameLabel(label, press)} onClick={onName}>
          {press}
        </Button>
        <Button tone="quiet" size="medium" aria-label={words.removeLabel(label)} onClick={onRemove}>
          {words.remove}
        </Button>
      </span>
    </li>
  );
}

interface RemoveDialogProps {
  readonly card: SavedCard;
  readonly onClose: () => void;
}

function RemoveDialog({ card, onClose }: RemoveDialogProps) {
  const words = useCardsWords();
  const client = useQueryClient();
  return (
    <RemovalDialog
      title={words.ask(cardLabel(card.bankName, card.last4))}
      text={words.askText}
      words={words}
      onRemove={() => removeCard(card.id)}
      onRemoved={async () => {
        await client.invalidateQueries({ queryKey: keys.cards });
        client.removeQueries({ queryKey: keys.bill(card.id) });
      }}
      onClose={onClose}
    />
  );
}

import type { Card as SavedCard } from '@mohlat/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { cardLabel } from '../../lib/format.ts';
import { useGlossary } from '../../lib/glossary.ts';
import { useLanguage } from '../../lib/i18n.tsx';
import { keys } from '../../lib/keys.ts';
import { errorText, ProblemError } from '../../lib/problem.ts';
import { FormDialog } from '../../ui/dialog.tsx';
import { ErrorSummary } from '../../ui/error-summary.tsx';
import { TextField } from '../../ui/field.tsx';
import { toast } from '../../ui/toast.tsx';
import { nameCard } from './cards.data.ts';
import { useCardsWords } from './cards.words.ts';
import { useSendOnce } from '../../lib/send-once.ts';

const FIELD_ID = 'name-card-nickname';
const CHARACTERS_MAX = 40;
const DIGITS_MAX = 4;

interface NameCardDialogProps {
  readonly card: SavedCard;
  readonly onClose: () => void;
}

function useNaming({ card, onClose }: NameCardDialogProps) {
  const words = useCardsWords();
  const { language } = useLanguage();
  const client = useQueryClient();
  const [typed, setTyped] = useState(card.nickname ?? '');
  const [wrong, setWrong] = useState<string>();
  const [attempt, setAttempt] = useState(0);
  const naming = useSendOnce({
    mutationFn: (nickname: string) => nameCard(card.id, nickname),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: keys.cards });
      toast.success(words.named);
      onClose();
    },
    onError: (error) => {
      const field = error instanceof ProblemError ? error.fieldErrors[0]?.message : undefined;
      setWrong(field ?? errorText(error, language));
    },
  });
  const submit = () => {
    setAttempt(attempt + 1);
    const hasNumber = (typed.match(/\p{Nd}/gu)?.length ?? 0) > DIGITS_MAX;
    setWrong(hasNumber ? words.nameRule : undefined);
    if (!hasNumber) naming.mutate(typed.trim());
  };
  return { typed, setTyped, wrong, attempt, submit, isPending: naming.isPending };
}

/** One field; left empty, the card goes by its bank again. */
export function NameCardDialog({ card, onClose }: NameCardDialogProps) {
  const words = useCardsWords();
  const glossary = useGlossary();
  const { typed, setTyped, wrong, attempt, submit, isPending } = useNaming({ card, onClose });
  return (
    <FormDialog
      title={words.nameTitle(cardLabel(card.bankName, card.last4))}
      closeLabel={glossary.close}
      cancel={glossary.cancel}
      submit={words.save}
      pending={words.saving}
      isPending={isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <ErrorSummary
        title={glossary.thereIsAProblem}
        errors={wrong === undefined ? [] : [{ fieldId: FIELD_ID, message: wrong }]}
        attempt={attempt}
      />
      <TextField
        id={FIELD_ID}
        label={words.nickname}
        hint={words.nicknameHint}
        maxLength={CHARACTERS_MAX}
        autoComplete="off"
        autoFocus
        value={typed}
        error={wrong}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
    </FormDialog>
  );
}

import type { Card as SavedCard } from '@mohlat/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { cardLabel } from '../../lib/format.ts';
import { useGlossary } from '../../lib/glossary.ts';
import { useLanguage } from '../../lib/i18n.tsx';
import { keys } from '../../lib/keys.ts';
import { errorText, ProblemError } from '../../lib/problem.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorSummary } from '../../ui/error-summary.tsx';
import { TextField } from '../../ui/field.tsx';
import { toast } from '../../ui/toast.tsx';
import { nameCard } from './cards.data.ts';
import { useCardsWords } from './cards.words.ts';
import { useSendOnce } from '../../lib/send-once.ts';

const FORM_ID = 'name-card';
const FIELD_ID = `${FORM_ID}-nickname`;
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
    <Dialog
      isOpen
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      title={words.nameTitle(cardLabel(card.bankName, card.last4))}
      closeLabel={words.close}
      footer={
        <>
          <Button tone="secondary" onClick={onClose}>
            {words.cancel}
          </Button>
          <Button type="submit" form={FORM_ID} isPending={isPending} pendingText={words.saving}>
            {words.save}
          </Button>
        </>
      }
    >
      <form
        id={FORM_ID}
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
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
      </form>
    </Dialog>
  );
}

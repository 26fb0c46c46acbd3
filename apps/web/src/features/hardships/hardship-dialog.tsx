import { HARDSHIP_REASONS, type HardshipReason, tellHardship } from '@mohlat/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../lib/api.ts';
import { Failed } from '../../lib/failed.tsx';
import { useGlossary } from '../../lib/glossary.ts';
import { useKeptText } from '../../lib/draft.ts';
import { keys } from '../../lib/keys.ts';
import { useOnline } from '../../lib/online.ts';
import { RadioCards } from '../../ui/radio-cards.tsx';
import { FormDialog } from '../../ui/dialog.tsx';
import { ErrorSummary } from '../../ui/error-summary.tsx';
import { TextAreaField } from '../../ui/field.tsx';
import { toast } from '../../ui/toast.tsx';
import { useHardshipsWords } from './hardships.words.ts';
import { useSendOnce } from '../../lib/send-once.ts';

const REASON_ID = 'hardship-reason';

interface HardshipDialogProps {
  readonly paymentId: string;
  readonly onClose: () => void;
}

/** Says what telling does and what it does not, before it is told. Rule: LEND-23 */
export function HardshipDialog({ paymentId, onClose }: HardshipDialogProps) {
  const words = useHardshipsWords();
  const isOnline = useOnline();
  const [reason, setReason] = useState<HardshipReason>();
  const [note, setNote] = useKeptText(`hardship-note:${paymentId}`);
  const glossary = useGlossary();
  const [isMissing, setIsMissing] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const told = useTelling(paymentId, () => {
    setNote('');
    onClose();
  });
  return (
    <FormDialog
      title={words.ask}
      description={words.means}
      closeLabel={glossary.close}
      cancel={glossary.back}
      submit={words.tell}
      pending={words.telling}
      isPending={told.isPending}
      isDisabled={!isOnline}
      onSubmit={() => {
        setAttempt(attempt + 1);
        setIsMissing(reason === undefined);
        if (reason !== undefined) told.mutate({ reason, note });
      }}
      onClose={onClose}
    >
      <ErrorSummary
        title={glossary.thereIsAProblem}
        errors={isMissing ? [{ fieldId: REASON_ID, message: words.missing }] : []}
        attempt={attempt}
      />
      <Failed error={told.error} title={words.failed} />
      <WhatItDoes />
      <RadioCards
        id={REASON_ID}
        legend={words.why}
        name="reason"
        options={HARDSHIP_REASONS.map((value) => ({ value, title: words.reasons[value] }))}
        value={reason}
        onValueChange={(value) => {
          setReason(value);
          setIsMissing(false);
        }}
        error={isMissing ? words.missing : undefined}
      />
      <TextAreaField
        label={words.note}
        rows={3}
        maxLength={500}
        value={note}
        onChange={(event) => setNote(event.target.value)}
      />
    </FormDialog>
  );
}

function useTelling(paymentId: string, onTold: () => void) {
  const words = useHardshipsWords();
  const client = useQueryClient();
  return useSendOnce({
    mutationFn: ({ reason, note }: { readonly reason: HardshipReason; readonly note: string }) =>
      call(tellHardship, {
        params: { id: paymentId },
        body: { reason, ...(note.trim() === '' ? {} : { note }) },
      }),
    onSuccess: (state) => {
      client.setQueryData(keys.hardship(paymentId), state);
      toast.success(words.told);
      onTold();
    },
  });
}

function WhatItDoes() {
  const words = useHardshipsWords();
  return (
    <ul className="flex list-disc flex-col gap-1 pl-5 text-ink-2">
      <li>{words.stays}</li>
      <li>{words.counts}</li>
    </ul>
  );
}

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { adminChanged } from '../../lib/admin/keys.ts';
import { today } from '../../lib/format.ts';
import { useGlossary } from '../../lib/glossary.ts';
import { useLanguage } from '../../lib/i18n.tsx';
import { errorText } from '../../lib/problem.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { readDay } from './reconciliation.data.ts';
import { useReconciliationWords } from './reconciliation.words.ts';

/** Nothing is decided here, so no reason is asked: a day may be read as often as one likes. */
export function ReadDay({ onClose }: { readonly onClose: () => void }) {
  const words = useReconciliationWords();
  const glossary = useGlossary();
  const { language } = useLanguage();
  const client = useQueryClient();
  const [day, setDay] = useState<string>(today());
  const reading = useMutation({
    mutationFn: () => readDay(day),
    onSuccess: () => void adminChanged(client),
  });
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      title={words.runTitle}
      description={words.runText}
      closeLabel={glossary.close}
      footer={
        <>
          <Button tone="secondary" onClick={onClose}>
            {glossary.close}
          </Button>
          <Button
            isPending={reading.isPending}
            pendingText={words.runPending}
            onClick={() => reading.mutate()}
          >
            {words.runConfirm}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <TextField
          type="date"
          label={words.runDay}
          value={day}
          onChange={(event) => setDay(event.currentTarget.value)}
        />
        {reading.isSuccess ? (
          <Notice tone="ok" isLive>
            {words.runDone(reading.data.rows)}
          </Notice>
        ) : null}
        {reading.isError ? (
          <Notice tone="bad" isLive title={words.runFailed}>
            {errorText(reading.error, language)}
          </Notice>
        ) : null}
      </div>
    </Dialog>
  );
}

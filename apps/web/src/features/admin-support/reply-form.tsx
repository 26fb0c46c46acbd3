import type { TicketDetail } from '@mohlat/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { adminChanged } from '../../lib/admin/keys.ts';
import { useLanguage } from '../../lib/i18n.tsx';
import { errorText } from '../../lib/problem.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Checkbox } from '../../ui/choice.tsx';
import { TextAreaField } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { toast } from '../../ui/toast.tsx';
import { reply } from './support.data.ts';
import { useSupportWords } from './support.words.ts';

/** Names the version it answers: who wrote in between is read before the answer goes, and what was typed stays. */
export function ReplyForm({ ticket }: { readonly ticket: TicketDetail }) {
  const words = useSupportWords();
  const { language } = useLanguage();
  const client = useQueryClient();
  const [message, setMessage] = useState('');
  const [closes, setCloses] = useState(false);
  const [isMissing, setIsMissing] = useState(false);
  const sending = useMutation({
    mutationFn: () => reply(ticket.id, { message, closes, version: ticket.version }),
    onSuccess: () => {
      setMessage('');
      setCloses(false);
      toast.success(words.sent);
    },
    onSettled: () => void adminChanged(client),
  });
  return (
    <Card title={words.reply} description={words.replyText}>
      <form
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          setIsMissing(message.trim() === '');
          if (message.trim() !== '' && !sending.isPending) sending.mutate();
        }}
      >
        {sending.isError ? (
          <Notice tone="due" isLive title={words.failed}>
            {errorText(sending.error, language)}
          </Notice>
        ) : null}
        <TextAreaField
          label={words.replyLabel}
          rows={5}
          maxLength={5000}
          value={message}
          error={isMissing ? words.replyMissing : undefined}
          onChange={(event) => {
            setMessage(event.currentTarget.value);
            setIsMissing(false);
          }}
        />
        <Checkbox
          label={words.closes}
          checked={closes}
          onChange={(event) => setCloses(event.currentTarget.checked)}
        />
        <div>
          <Button type="submit" size="medium" isPending={sending.isPending} pendingText={words.sending}>
            {words.send}
          </Button>
        </div>
      </form>
    </Card>
  );
}

import { changeSupportMessage, replyToSupportMessage, type TicketDetail } from '@mohlat/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useParams } from 'react-router';
import { useAdminWords } from '../../lib/admin/admin.words.ts';
import { AdminDetail } from '../../lib/admin/admin-detail.tsx';
import { AccountLink } from '../../lib/admin/account-link.tsx';
import { adminChanged } from '../../lib/admin/keys.ts';
import { Reference } from '../../lib/admin/reference.tsx';
import { useStaff } from '../../lib/admin/staff.ts';
import { useKeptText } from '../../lib/draft.ts';
import { Failed } from '../../lib/failed.tsx';
import { formatInstant } from '../../lib/format.ts';
import { useLanguage } from '../../lib/i18n.tsx';
import { Button } from '../../ui/button.tsx';
import { Card, FactList } from '../../ui/card.tsx';
import { Checkbox } from '../../ui/choice.tsx';
import { TextAreaField } from '../../ui/field.tsx';
import { toast } from '../../ui/toast.tsx';
import { Trail } from '../../ui/trail.tsx';
import { change, reply, ticketQuery } from './support.data.ts';
import { useSupportWords } from './support.words.ts';
import { TicketStatus } from './ticket-status.tsx';
import { to } from '../../lib/addresses.ts';
import { useSendOnce } from '../../lib/send-once.ts';

export function Component() {
  const { id = '' } = useParams();
  const words = useSupportWords();
  const { may } = useStaff();
  return (
    <AdminDetail
      query={useQuery(ticketQuery(id))}
      list={{ to: to('/admin/support'), name: words.title }}
      fallbackTitle={words.title}
      title={({ subject }) => subject}
      status={({ status }) => <TicketStatus status={status} />}
    >
      {(ticket) => (
        <div key={id} className="grid items-start gap-4 lg:grid-cols-3">
          <div className="flex min-w-0 flex-col gap-4 lg:col-span-2">
            <Thread ticket={ticket} />
            {may(replyToSupportMessage) ? <ReplyForm ticket={ticket} /> : null}
          </div>
          <About ticket={ticket} />
        </div>
      )}
    </AdminDetail>
  );
}

interface Part {
  readonly ticket: TicketDetail;
}

function Thread({ ticket }: Part) {
  const words = useSupportWords();
  const { language } = useLanguage();
  return (
    <Card title={words.thread}>
      <Trail
        label={words.thread}
        entries={ticket.lines.map(({ id, from, by, text, at }) => ({
          key: id,
          at: formatInstant(at, language),
          source: from === 'sender' ? ticket.name : (by?.name ?? words.team),
          title: <span className="font-normal break-words whitespace-pre-line">{text}</span>,
        }))}
      />
    </Card>
  );
}

function About({ ticket }: Part) {
  const words = useSupportWords();
  const common = useAdminWords();
  const { language } = useLanguage();
  const { may } = useStaff();
  const { account, assignee } = ticket;
  return (
    <Card title={words.about}>
      <FactList
        facts={[
          { label: words.ticket, value: <Reference text={ticket.ticket} of={words.ticket} /> },
          { label: words.from, value: ticket.name },
          { label: words.email, value: <span className="break-all">{ticket.email}</span> },
          { label: words.language, value: words.languages[ticket.language] },
          {
            label: common.account,
            value: account === null ? words.visitor : <AccountLink account={account} />,
          },
          { label: words.assignee, value: assignee?.name ?? words.assignees.nobody },
          { label: words.changed, value: formatInstant(ticket.updatedAt, language) },
        ]}
      />
      {may(changeSupportMessage) ? <Changes ticket={ticket} /> : null}
    </Card>
  );
}

/** Small things, without a dialog; two who press at once: the second is told, and reads it again. */
function Changes({ ticket }: Part) {
  const words = useSupportWords();
  const client = useQueryClient();
  const { staff } = useStaff();
  const { id, version, assignee, status } = ticket;
  const changing = useSendOnce({
    mutationFn: (what: { assignee?: 'me' | 'nobody'; status?: 'open' | 'closed' }) =>
      change(id, { version, ...what }),
    onSettled: () => void adminChanged(client),
  });
  const isMine = assignee !== null && assignee.id === staff?.id;
  return (
    <div className="mt-3 flex flex-col items-start gap-2">
      <Failed error={changing.error} tone="info" title={words.changeFailed} />
      <Button
        tone="secondary"
        size="medium"
        isPending={changing.isPending}
        onClick={() => changing.mutate({ assignee: isMine ? 'nobody' : 'me' })}
      >
        {isMine ? words.giveBack : words.take}
      </Button>
      <Button
        tone="quiet"
        size="medium"
        className="-ml-4"
        isPending={changing.isPending}
        onClick={() => changing.mutate({ status: status === 'closed' ? 'open' : 'closed' })}
      >
        {status === 'closed' ? words.reopen : words.close}
      </Button>
    </div>
  );
}

/** Names the version it answers: who wrote in between is read before the answer goes, and what was typed stays. */
function ReplyForm({ ticket }: { readonly ticket: TicketDetail }) {
  const words = useSupportWords();
  const client = useQueryClient();
  const [message, setMessage] = useKeptText(`ticket-reply:${ticket.id}`);
  const [closes, setCloses] = useState(false);
  const [isMissing, setIsMissing] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const sending = useSendOnce({
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
          if (message.trim() === '') field.current?.focus();
          else if (!sending.isPending) sending.mutate();
        }}
      >
        <Failed error={sending.error} tone="due" title={words.failed} />
        <TextAreaField
          ref={field}
          label={words.replyLabel}
          rows={5}
          maxLength={5000}
          value={message}
          // Else it would be cleared with what is under way.
          readOnly={sending.isPending}
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

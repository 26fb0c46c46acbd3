import { listDeliveries } from '@mohlat/contract';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useAdminWords } from '../../lib/admin/admin.words.ts';
import { useCodeWords } from '../../lib/admin/codes.words.ts';
import { codeWord } from '../../lib/admin/facts.tsx';
import { useStaff } from '../../lib/admin/staff.ts';
import { ErrorFace, LoadingFace } from '../../lib/faces.tsx';
import { formatInstant } from '../../lib/format.ts';
import { useLanguage } from '../../lib/i18n.tsx';
import { Button } from '../../ui/button.tsx';
import { Card, FactList } from '../../ui/card.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { deliveriesQuery } from './users.data.ts';
import { useUsersWords } from './users.words.ts';

/** Mails and SMS to a person and what became of each; looking is written to the audit log, so a press asks for it. */
export function Deliveries({ id }: { readonly id: string }) {
  const words = useUsersWords();
  const { may } = useStaff();
  const [isOpen, setIsOpen] = useState(false);
  if (!may(listDeliveries)) return null;
  return (
    <Card title={words.deliveries}>
      {isOpen ? (
        <Sent id={id} />
      ) : (
        <Button tone="quiet" size="medium" className="-ml-4" onClick={() => setIsOpen(true)}>
          {words.deliveriesShow}
        </Button>
      )}
    </Card>
  );
}

function Sent({ id }: { readonly id: string }) {
  const words = useUsersWords();
  const common = useAdminWords();
  const { language } = useLanguage();
  const codes = useCodeWords();
  const sent = useInfiniteQuery(deliveriesQuery(id));
  const rows = sent.data?.pages.flatMap(({ items }) => items) ?? [];
  if (sent.isPending) {
    return (
      <LoadingFace>
        <Skeleton height="row" />
      </LoadingFace>
    );
  }
  if (sent.isError) return <ErrorFace error={sent.error} onRetry={() => void sent.refetch()} />;
  if (rows.length === 0) return <p className="text-ink-2">{words.noDeliveries}</p>;
  return (
    <>
      <FactList
        facts={rows.map(({ channel, template, status, reason, queuedAt }) => ({
          label: [
            formatInstant(queuedAt, language),
            words.deliveryChannels[channel],
            codeWord(codes.messageTemplates, template),
          ].join(' · '),
          value: [words.deliveryStatuses[status], reasonText(codes.deliveryReasons, reason)]
            .filter(Boolean)
            .join(' · '),
        }))}
      />
      {sent.hasNextPage ? (
        <Button tone="quiet" size="medium" className="-ml-4" onClick={() => void sent.fetchNextPage()}>
          {common.more}
        </Button>
      ) : null}
    </>
  );
}

/** A bounce and a report of an operator carry a code of their own, which is shown as it came. */
function reasonText(words: Readonly<Record<string, string>>, reason: string | null): string | null {
  const [, kind, code] = /^(bounced|operator)_(.+)$/.exec(reason ?? '') ?? [];
  if (reason === null || kind === undefined) return reason && codeWord(words, reason);
  return `${codeWord(words, kind)} (${code})`;
}

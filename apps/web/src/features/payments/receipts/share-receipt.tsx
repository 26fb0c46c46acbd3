import { listReceiptLinks, revokeReceiptLink, shareReceipt, type Payment } from '@mohlat/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Share2 } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../../lib/api.ts';
import { formatDate, istDateOf } from '../../../lib/format.ts';
import { useLanguage } from '../../../lib/i18n.tsx';
import { keys } from '../../../lib/keys.ts';
import { readAll } from '../../../lib/queries.ts';
import { useSendOnce } from '../../../lib/send-once.ts';
import { errorText } from '../../../lib/problem.ts';
import { Button, TextButton } from '../../../ui/button.tsx';
import { SharedLink } from '../../../lib/shared-link.tsx';
import { takeFocus } from '../../../ui/take-focus.ts';
import { toast } from '../../../ui/toast.tsx';
import { usePaymentsWords } from '../payments.words.ts';

/** A link for another person who wants to see that the bill is paid; this one and the older ones can be taken back. */
export function ShareReceipt({ payment }: { readonly payment: Payment }) {
  const words = usePaymentsWords().share;
  const { language } = useLanguage();
  const client = useQueryClient();
  const onError = (error: Error) => toast.error(words.failed, errorText(error, language));
  const made = useSendOnce({
    mutationFn: () => call(shareReceipt, { params: { id: payment.id } }),
    onError,
  });
  const [revokedCount, setRevokedCount] = useState(0);
  const revoked = useSendOnce({
    mutationFn: (id: string) => call(revokeReceiptLink, { params: { id } }),
    onSuccess: async (_, id) => {
      if (id === made.data?.id) made.reset();
      setRevokedCount((count) => count + 1);
      toast.success(words.revoked);
      await client.invalidateQueries({ queryKey: keys.receiptLinks(payment.id) });
    },
    onError,
  });
  if (made.data === undefined) {
    return (
      <Button
        tone="secondary"
        size="medium"
        // The link that was taken back had the focus.
        ref={revoked.isSuccess ? takeFocus : undefined}
        isPending={made.isPending}
        pendingText={words.making}
        onClick={() => made.mutate()}
      >
        <Share2 aria-hidden="true" className="size-5" />
        {words.share}
      </Button>
    );
  }
  const { id, token, expiresAt } = made.data;
  // Behind the number sign: the address a browser sends, and servers write down, does not have the token.
  const address = `${globalThis.location.origin}/receipt#${token}`;
  return (
    <div className="w-full">
      <SharedLink
        // An older link that was taken back had the focus: mounted anew, this one takes it.
        key={revokedCount}
        address={address}
        note={words.shows(formatDate(istDateOf(expiresAt), language))}
        labels={words}
        isRevoking={revoked.isPending}
        onRevoke={() => revoked.mutate(id)}
      />
      <OlderLinks
        paymentId={payment.id}
        newestId={id}
        isRevoking={revoked.isPending}
        onRevoke={(older) => revoked.mutate(older)}
      />
    </div>
  );
}

interface OlderLinksProps {
  readonly paymentId: string;
  readonly newestId: string;
  readonly isRevoking: boolean;
  readonly onRevoke: (id: string) => void;
}

/** The links that were made before and still show the payment: their addresses are not known any more, only their days. */
function OlderLinks({ paymentId, newestId, isRevoking, onRevoke }: OlderLinksProps) {
  const words = usePaymentsWords().share;
  const { language } = useLanguage();
  const { data } = useQuery({
    queryKey: keys.receiptLinks(paymentId),
    queryFn: ({ signal }) =>
      readAll((page) => call(listReceiptLinks, { params: { id: paymentId }, query: page, signal })),
  });
  const older = data?.items.filter(({ id }) => id !== newestId) ?? [];
  const write = (at: string) => formatDate(istDateOf(at), language);
  return older.map(({ id, createdAt, expiresAt }) => (
    <p key={id} className="mt-2 flex flex-wrap items-center gap-x-4 text-small text-ink-2">
      <span id={`link-${id}`}>{words.older(write(createdAt), write(expiresAt))}</span>
      <TextButton aria-describedby={`link-${id}`} disabled={isRevoking} onClick={() => onRevoke(id)}>
        {words.revoke}
      </TextButton>
    </p>
  ));
}

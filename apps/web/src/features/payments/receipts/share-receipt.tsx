import { revokeReceiptLink, shareReceipt, type Payment } from '@mohlat/contract';
import { Share2 } from 'lucide-react';
import { call } from '../../../lib/api.ts';
import { formatDate, istDateOf } from '../../../lib/format.ts';
import { useLanguage } from '../../../lib/i18n.tsx';
import { useSendOnce } from '../../../lib/send-once.ts';
import { errorText } from '../../../lib/problem.ts';
import { Button } from '../../../ui/button.tsx';
import { SharedLink } from '../../../lib/shared-link.tsx';
import { takeFocus } from '../../../ui/take-focus.ts';
import { toast } from '../../../ui/toast.tsx';
import { usePaymentsWords } from '../payments.words.ts';

/** A link for another person who wants to see that the bill is paid; it can be taken back while it is on the screen. */
export function ShareReceipt({ payment }: { readonly payment: Payment }) {
  const words = usePaymentsWords().share;
  const { language } = useLanguage();
  const onError = (error: Error) => toast.error(words.failed, errorText(error, language));
  const made = useSendOnce({
    mutationFn: () => call(shareReceipt, { params: { id: payment.id } }),
    onError,
  });
  const revoked = useSendOnce({
    mutationFn: (id: string) => call(revokeReceiptLink, { params: { id } }),
    onSuccess: () => {
      made.reset();
      toast.success(words.revoked);
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
    <SharedLink
      address={address}
      note={words.shows(formatDate(istDateOf(expiresAt), language))}
      labels={words}
      isRevoking={revoked.isPending}
      onRevoke={() => revoked.mutate(id)}
    />
  );
}

import { revokeReceiptLink, shareReceipt, type Payment } from '@mohlat/contract';
import { useMutation } from '@tanstack/react-query';
import { Share2 } from 'lucide-react';
import { call } from '../../lib/api.ts';
import { formatDate, istDateOf } from '../../lib/format.ts';
import { useLanguage } from '../../lib/i18n.tsx';
import { errorText } from '../../lib/problem.ts';
import { Button, TextButton } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { toast } from '../../ui/toast.tsx';
import { usePaymentsWords } from './payments.words.ts';

/** A link for somebody who wants to see that the bill is paid; it can be taken back while it is on the screen. */
export function ShareReceipt({ payment }: { readonly payment: Payment }) {
  const words = usePaymentsWords().share;
  const { language } = useLanguage();
  const onError = (error: Error) => toast.error(words.failed, errorText(error, language));
  const made = useMutation({
    mutationFn: () => call(shareReceipt, { params: { id: payment.id } }),
    onError,
  });
  const revoked = useMutation({
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
    <div className="w-full rounded-card border border-line p-4" role="status">
      <p className="flex items-center gap-1">
        <span className="min-w-0 flex-1 truncate text-small">{address}</span>
        <CopyButton text={address} label={words.copy} onCopied={() => toast.success(words.copied)} />
      </p>
      <p className="text-small text-ink-2">{words.shows(formatDate(istDateOf(expiresAt), language))}</p>
      <div className="flex flex-wrap gap-x-4">
        {'share' in navigator ? (
          <TextButton onClick={() => void navigator.share({ url: address }).catch(() => undefined)}>
            {words.send}
          </TextButton>
        ) : null}
        <TextButton disabled={revoked.isPending} onClick={() => revoked.mutate(id)}>
          {words.revoke}
        </TextButton>
      </div>
    </div>
  );
}

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { formatDate, formatRupees, istDateOf } from '../../lib/format.ts';
import { useLanguage } from '../../lib/i18n.tsx';
import { keys } from '../../lib/keys.ts';
import { useOnline } from '../../lib/online.ts';
import { errorText } from '../../lib/problem.ts';
import { TextButton } from '../../ui/button.tsx';
import { SharedLink } from '../../lib/shared-link.tsx';
import { takeFocus } from '../../ui/take-focus.ts';
import { toast } from '../../ui/toast.tsx';
import { makeLink, repayLinksQuery, takeLinkBack } from './repay-links.data.ts';
import { useRepayLinksWords } from './repay-links.words.ts';
import { useSendOnce } from '../../lib/send-once.ts';

/** A link by which another person pays the next instalment; one that is out can be taken back. */
export function ShareInstalment({ paymentId }: { readonly paymentId: string }) {
  const words = useRepayLinksWords().share;
  const { language } = useLanguage();
  const client = useQueryClient();
  const isOnline = useOnline();
  const { data } = useQuery(repayLinksQuery(paymentId));
  const changed = () => client.invalidateQueries({ queryKey: keys.repayLinks(paymentId) });
  const onError = (error: Error) => toast.error(words.failed, errorText(error, language));
  const made = useSendOnce({
    mutationFn: () => makeLink(paymentId),
    onSuccess: async (link) => {
      // It is out even where the list cannot be read again.
      client.setQueryData(repayLinksQuery(paymentId).queryKey, { items: [link] });
      await changed();
    },
    onError,
  });
  const revoked = useSendOnce({
    mutationFn: takeLinkBack,
    onSuccess: async () => {
      made.reset();
      toast.success(words.revoked);
      await changed();
    },
    onError,
  });
  const until = (expiresAt: string) => formatDate(istDateOf(expiresAt), language);
  const out = data?.items.find(({ state }) => state === 'open');
  // A link that was used, or taken back elsewhere, is no longer offered.
  if (made.data !== undefined && made.data.id === out?.id) {
    const { id, token, amountPaise, expiresAt } = made.data;
    return (
      <div className="mt-3">
        <SharedLink
          // Behind the number sign: the address a browser sends, and servers write down, does not have the token.
          address={`${globalThis.location.origin}/repay#${token}`}
          note={words.shows(formatRupees(amountPaise), until(expiresAt))}
          labels={words}
          isRevoking={revoked.isPending}
          onRevoke={() => revoked.mutate(id)}
        />
      </div>
    );
  }
  return (
    <div className="mt-2">
      {out === undefined ? null : (
        <p className="text-small text-ink-2">
          {words.out(formatRupees(out.amountPaise), until(out.expiresAt))}
        </p>
      )}
      <p className="flex flex-wrap gap-x-4">
        <TextButton
          // The link that was taken back had the focus.
          ref={revoked.isSuccess ? takeFocus : undefined}
          disabled={made.isPending || !isOnline}
          onClick={() => made.mutate()}
        >
          {made.isPending ? words.making : out === undefined ? words.link : words.another}
        </TextButton>
        {out === undefined ? null : (
          <TextButton disabled={revoked.isPending || !isOnline} onClick={() => revoked.mutate(out.id)}>
            {words.revoke}
          </TextButton>
        )}
      </p>
    </div>
  );
}

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { CheckoutUnavailable, openCheckout } from '../../lib/checkout.ts';
import { useLanguage } from '../../lib/i18n.tsx';
import { keys } from '../../lib/keys.ts';
import { errorText, NetworkError } from '../../lib/problem.ts';
import { confirmShared, openShared, sharedInstalmentQuery } from './repay-links.data.ts';
import { useRepayLinksWords } from './repay-links.words.ts';

const PAYEE = 'Mohlat';

/** Order, window, confirmation. The window's word is a hint: what the server says of the link is what counts. */
export function usePayShared(token: string) {
  const words = useRepayLinksWords().page;
  const { language } = useLanguage();
  const client = useQueryClient();
  const [isPaidThere, setIsPaidThere] = useState(false);
  const [reference, setReference] = useState<string>();
  // A second press of the same double click comes before the pending state is drawn.
  const isSending = useRef(false);
  const pay = useMutation({
    mutationFn: async (): Promise<'refused' | 'closed' | 'paid'> => {
      const end = await openCheckout(await openShared(token), PAYEE);
      if (end.kind === 'closed') return end.isRefused ? 'refused' : 'closed';
      setIsPaidThere(true);
      setReference(end.proof.paymentId);
      try {
        // Also of a link that was taken back meanwhile: after this it shows nothing any more.
        client.setQueryData(sharedInstalmentQuery(token).queryKey, await confirmShared(token, end.proof));
      } catch (error) {
        // A confirmation that is lost loses nothing: the provider tells the server too.
        if (!(error instanceof NetworkError)) {
          setIsPaidThere(false);
          throw error;
        }
      }
      return 'paid';
    },
    onSettled: () => {
      isSending.current = false;
      return client.invalidateQueries({ queryKey: keys.sharedInstalment(token) });
    },
  });
  return {
    pay: () => {
      if (isSending.current) return;
      isSending.current = true;
      pay.mutate();
    },
    isPaying: pay.isPending,
    /** The window said so, and the server has not yet. */
    isPaidThere,
    /** The provider's number of the payment that was made here; undefined of one made elsewhere. */
    reference,
    problem: problemOf(),
  };

  function problemOf(): string | undefined {
    if (pay.data === 'refused') return words.refused;
    if (pay.error instanceof CheckoutUnavailable) return words.noWindow;
    return pay.error === null ? undefined : errorText(pay.error, language);
  }
}

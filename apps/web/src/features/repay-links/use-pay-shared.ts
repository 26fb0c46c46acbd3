import { useQueryClient } from '@tanstack/react-query';
import { useLocation, useNavigate } from 'react-router';
import { CheckoutUnavailable, openCheckout } from '../../lib/checkout.ts';
import { useLanguage } from '../../lib/i18n.tsx';
import { mustKeepKey } from '../../lib/intent.ts';
import { keys } from '../../lib/keys.ts';
import { nowMs } from '../../lib/product-clock.ts';
import { errorText, type ProblemError } from '../../lib/problem.ts';
import { useSendOnce } from '../../lib/send-once.ts';
import { confirmShared, openShared, sharedInstalmentQuery } from './repay-links.data.ts';
import { useRepayLinksWords } from './repay-links.words.ts';

const PAYEE = 'Mohlat';

/** A payment that was made here, as this entry of the browser's history keeps it: a reload must not offer it again. */
interface Kept {
  /** The provider's number of the payment. */
  readonly reference: string;
  /** When the window said so; ms since 1970. */
  readonly at: number;
  /** When the server had the money; an instant. */
  readonly paidAt?: string | undefined;
}

/** A payment that the server has not heard of for so long never arrived. Paid once more, it is the same order. */
const HELD_MS = 60 * 60_000;

function useKept() {
  const location = useLocation();
  const navigate = useNavigate();
  const state: unknown = location.state;
  const { pathname, search, hash } = location;
  const kept = isKept(state) ? state : undefined;
  return {
    kept,
    keep: (next: Kept | null) => void navigate({ pathname, search, hash }, { replace: true, state: next }),
  };
}

function isKept(state: unknown): state is Kept {
  return typeof state === 'object' && state !== null && 'reference' in state && 'at' in state;
}

/** The end of one attempt; `refusal` where the server would not have the payment, and none where the bank refused it. */
type Ended =
  | { readonly kind: 'closed' | 'paid' }
  | { readonly kind: 'refused'; readonly refusal?: ProblemError | undefined };

/** Order, window, confirmation. The window's word is a hint: what the server says of the link is what counts. */
export function usePayShared(token: string) {
  const words = useRepayLinksWords().page;
  const { language } = useLanguage();
  const client = useQueryClient();
  const { kept, keep } = useKept();
  const pay = useSendOnce({
    mutationFn: async (): Promise<Ended> => {
      const end = await openCheckout(await openShared(token), PAYEE);
      if (end.kind === 'closed') return { kind: end.isRefused ? 'refused' : 'closed' };
      const paid = { reference: end.proof.paymentId, at: nowMs() };
      keep(paid);
      try {
        // Also of a link that was taken back meanwhile: after this it shows nothing any more.
        const { paidAt, ...shown } = await confirmShared(token, end.proof);
        client.setQueryData(sharedInstalmentQuery(token).queryKey, shown);
        if (paidAt) keep({ ...paid, paidAt });
      } catch (error) {
        // A confirmation that nobody judged loses nothing: the provider tells the server too, and the money is on its way.
        if (mustKeepKey(error)) return { kind: 'paid' };
        keep(null);
        return { kind: 'refused', refusal: error as ProblemError };
      }
      return { kind: 'paid' };
    },
    onSuccess: ({ kind }) => {
      const reading = client.invalidateQueries({ queryKey: keys.sharedInstalment(token) });
      // A refusal is said before the reading, which may take for ever.
      return kind === 'refused' ? undefined : reading;
    },
    onError: () => void client.invalidateQueries({ queryKey: keys.sharedInstalment(token) }),
  });
  return {
    pay: () => pay.mutate(),
    isPaying: pay.isPending,
    /** The window said so, and the server has not yet. */
    isPaidThere: kept !== undefined && nowMs() - kept.at < HELD_MS,
    /** The provider's number of the payment that was made here; undefined of one made elsewhere. */
    reference: kept?.reference,
    /** When it was paid; undefined where the server has not said so. */
    paidAt: kept?.paidAt,
    problem: problemOf(),
  };

  function problemOf(): { readonly title: string; readonly text: string } | undefined {
    if (pay.data?.kind === 'refused') {
      const { refusal } = pay.data;
      return { title: words.attemptRefused, text: refusal ? errorText(refusal, language) : words.refused };
    }
    if (pay.error === null) return undefined;
    const isUnloaded = pay.error instanceof CheckoutUnavailable;
    return { title: words.noWindow, text: isUnloaded ? words.noWindowText : errorText(pay.error, language) };
  }
}

import { useRef, useState } from 'react';
import { clearDraft, readDraft, saveDraft } from '../../lib/draft.ts';
import { mayBeDone } from '../../lib/lost-answer.ts';
import { sendUnlessArrived } from './support.data.ts';

/** The text that was sent, and the ids that there were before; kept beside its draft in this tab while it may have arrived. */
interface Lost {
  readonly body: string;
  /** Undefined where they could not be read. */
  readonly known: readonly string[] | undefined;
}

function readLost(name: string): Lost | undefined {
  const { body, known } = readDraft<Lost>(name) ?? {};
  return body === undefined ? undefined : { body, known };
}

interface Sending<T> {
  readonly body: string;
  /** Asks for the ids that there are before the first sending; undefined where they cannot be read. */
  readonly list: () => Promise<readonly string[] | undefined>;
  /** Finds what was sent among what has arrived since. */
  readonly look: (known: ReadonlySet<string>) => Promise<T | undefined>;
  readonly send: () => Promise<T>;
}

/**
 * Sends a message once, also after the page was left: where its answer was lost, or never heard, it is looked for before it is sent
 * again. `hasText` says whether a draft was found.
 */
export function useLostMessage(name: string, hasText: boolean) {
  const lost = useRef<Lost>(undefined);
  const [isMaybeSent, setIsMaybeSent] = useState(() => hasText && readLost(name) !== undefined);
  const sendOnce = async <T>({ body, list, look, send }: Sending<T>): Promise<T> => {
    lost.current ??= readLost(name);
    const wasLost = lost.current?.body === body;
    const known = (wasLost ? lost.current?.known : undefined) ?? (await list());
    lost.current = { body, known };
    saveDraft(name, lost.current);
    const settle = (isMaybe: boolean) => {
      setIsMaybeSent(isMaybe);
      if (isMaybe) return;
      lost.current = undefined;
      clearDraft(name);
    };
    try {
      const answer = await sendUnlessArrived({
        wasLost,
        // Without a list from before, an older message of the same words would be taken for this one.
        look: async () => known && look(new Set(known)),
        send,
      });
      settle(false);
      return answer;
    } catch (error) {
      settle(mayBeDone(error, wasLost));
      throw error;
    }
  };
  return { isMaybeSent, sendOnce };
}

import { isAuthError } from '@supabase/auth-js';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { finishLink, goLink, providerName, useComingBack } from '../../lib/elsewhere.ts';
import { askSecondFactor } from '../../lib/step-up.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { toast } from '../../ui/toast.tsx';
import { accountChanged } from './security.data.ts';
import { useSecurityWords } from './security.words.ts';
import { useAuthText } from './use-auth-text.ts';

const SECURITY_PATH = '/dashboard/security';

/** Goes to a provider to link the account there. Where the log-in is old, a second factor shown now makes up for it. */
async function link(provider: string): Promise<void> {
  try {
    await goLink(provider, SECURITY_PATH);
  } catch (error) {
    const isOld = isAuthError(error) && error.code === 'reauthentication_needed';
    if (!isOld || !(await askSecondFactor())) throw error;
    await goLink(provider, SECURITY_PATH);
  }
}

/** What this account may be linked with, and how the last attempt ended. */
export function LinkAccount({ providers }: { readonly providers: readonly string[] }) {
  const words = useSecurityWords().identities;
  const textOf = useLinkText();
  const finished = useFinishedLink();
  const box = useRef<HTMLDivElement>(null);
  // The card is far down, and whoever comes back sees the top of the page.
  useEffect(() => {
    if (finished !== undefined) box.current?.focus();
  }, [finished]);
  const linking = useMutation({ mutationFn: link });
  const problem = linking.isError ? textOf(linking.error) : finished;
  if (problem === undefined && providers.length === 0) return null;
  return (
    <div className="mt-3 flex flex-col gap-3">
      {problem === undefined ? null : (
        // Read aloud as it appears; where it came with the page, by the focus it takes.
        <div ref={box} tabIndex={-1} className="rounded-card">
          <Notice tone="bad" isLive={linking.isError} title={words.notLinked}>
            {problem}
          </Notice>
        </div>
      )}
      {providers.length === 0 ? null : (
        <div className="flex flex-wrap gap-2">
          {providers.map((provider) => (
            <Button
              key={provider}
              tone="secondary"
              size="medium"
              // The page is on its way out once the address is there.
              isPending={(linking.isPending || linking.isSuccess) && linking.variables === provider}
              pendingText={words.leaving}
              onClick={() => linking.mutate(provider)}
            >
              {words.link(providerName(provider))}
            </Button>
          ))}
        </div>
      )}
    </div>
  );
}

/** Ends a link that was begun at a provider. What is said where it did not work. */
function useFinishedLink(): string | undefined {
  const words = useSecurityWords().identities;
  const textOf = useLinkText();
  const client = useQueryClient();
  const take = async (code: string) => {
    const provider = await finishLink(code);
    toast.success(words.linked(providerName(provider)), words.linkedText);
    await accountChanged(client);
  };
  const answers = { refusals: words.linkErrors, refused: words.linkFailed, ofError: textOf };
  return useComingBack(SECURITY_PATH, take, answers).problem;
}

function useLinkText(): (error: unknown) => string | undefined {
  const { linkErrors } = useSecurityWords().identities;
  const textOf = useAuthText();
  return (error) => {
    const code = isAuthError(error) ? error.code : undefined;
    return (code === undefined ? undefined : linkErrors[code]) ?? textOf(error);
  };
}

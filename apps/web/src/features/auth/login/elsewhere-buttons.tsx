import { goElsewhere, providerName } from '../../../lib/elsewhere.ts';
import { usePageShownAgain } from '../../../lib/page-shown-again.ts';
import { loginPath } from '../../../lib/return-path.ts';
import { useSendOnce } from '../../../lib/send-once.ts';
import { Button } from '../../../ui/button.tsx';
import { useElsewhereWords } from './elsewhere.words.ts';

interface ElsewhereButtonsProps {
  readonly providers: readonly string[];
  /** Where the person wanted to be. */
  readonly wanted: string;
  /** The code of the friend who sent this visitor, for an account that is made on the way. */
  readonly referralCode?: string | undefined;
}

/** The ways to log in with an account elsewhere. Each leads away; the log-in page takes what comes back. */
export function ElsewhereButtons({ providers, wanted, referralCode }: ElsewhereButtonsProps) {
  const words = useElsewhereWords();
  const leaving = useSendOnce({
    mutationFn: (provider: string) => goElsewhere(provider, loginPath(wanted), referralCode),
  });
  usePageShownAgain(leaving.reset);
  return (
    <>
      {providers.map((provider) => (
        <Button
          key={provider}
          tone="secondary"
          isWide
          isPending={leaving.variables === provider && !leaving.isError}
          pendingText={words.leaving}
          onClick={() => leaving.mutate(provider)}
        >
          {words.continueWith(providerName(provider))}
        </Button>
      ))}
    </>
  );
}

import { useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { useLanguage } from '../../../lib/i18n.tsx';
import { Button, LinkButton } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { AuthPage } from '../auth-page.tsx';
import { useAuthWords } from '../auth.words.ts';
import { useNotMeWords } from './not-me.words.ts';
import { askAuth, Unjudged, unjudgedText } from './unjudged.ts';
import { publicHelp, to } from '../../../lib/addresses.ts';
import { useSendOnce } from '../../../lib/send-once.ts';

/** The page behind the link of a security notice: one button takes the change back. The link gives no session. */
export function Component() {
  const words = useNotMeWords();
  const sentences = useAuthWords();
  const { hash } = useLocation();
  // The link is spent by the button, and stays what it was while the page is open.
  const token = useRef(hash.slice(1)).current;
  // The link works once: a press whose answer was lost may have spent it.
  const [mayBeDone, setMayBeDone] = useState(false);
  const undoing = useSendOnce({
    mutationFn: () => undoChange(token),
    onError: (error) => {
      if (error instanceof Unjudged && error.isLost) setMayBeDone(true);
    },
  });
  if (token === '' || undoing.error instanceof UndoRefused) return <Refused mayBeDone={mayBeDone} />;
  if (undoing.isSuccess) return <Done />;
  return (
    <AuthPage title={words.title} subtitle={words.text}>
      <ul className="flex list-disc flex-col gap-2 pl-5 text-ink-2">
        {[words.takesBack, words.logsOut, words.freezes, words.wayBack].map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      {undoing.isError ? (
        <Notice tone="bad" isLive title={words.problem}>
          {unjudgedText(undoing.error, sentences)}
        </Notice>
      ) : null}
      <Button
        isWide
        isPending={undoing.isPending}
        pendingText={words.undoing}
        onClick={() => undoing.mutate()}
      >
        {words.undo}
      </Button>
    </AuthPage>
  );
}

function Done() {
  const words = useNotMeWords();
  return (
    <AuthPage title={words.doneTitle}>
      <Notice tone="ok" isLive>
        {words.doneText}
      </Notice>
      <p className="text-ink-2">{words.doneAsk}</p>
      <LinkButton tone="secondary" to={to('/forgot-password')} isWide>
        {words.again}
      </LinkButton>
    </AuthPage>
  );
}

function Refused({ mayBeDone }: { readonly mayBeDone: boolean }) {
  const { language } = useLanguage();
  const words = useNotMeWords();
  return (
    <AuthPage title={mayBeDone ? words.perhapsTitle : words.failedTitle}>
      <Notice tone={mayBeDone ? 'due' : 'bad'} isLive>
        {mayBeDone ? words.perhapsText : words.failedText}
      </Notice>
      <LinkButton to={to('/forgot-password')} isWide>
        {words.forgot}
      </LinkButton>
      <LinkButton tone="quiet" isWide to={publicHelp(language)} isPlain>
        {words.help}
      </LinkButton>
    </AuthPage>
  );
}

/** The link of a notice was used before, or is too old. */
export class UndoRefused extends Error {}

/** Takes back what a notice told of, by the token of its link. Throws UndoRefused, Unjudged. */
export async function undoChange(token: string): Promise<void> {
  const response = await askAuth('/undo', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token }),
  });
  if (!response.ok) throw new UndoRefused('The link is spent or too old');
}

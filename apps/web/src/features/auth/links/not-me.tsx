import { useRef } from 'react';
import { useLocation } from 'react-router';
import { errorText, NetworkError } from '../../../lib/problem.ts';
import { useLanguage } from '../../../lib/i18n.tsx';
import { Button, LinkButton } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { AuthPage } from '../auth-page.tsx';
import { useNotMeWords } from './not-me.words.ts';
import { publicHelp, to } from '../../../lib/addresses.ts';
import { useSendOnce } from '../../../lib/send-once.ts';

/** The page behind the link of a security notice: one button takes the change back. The link gives no session. */
export function Component() {
  const words = useNotMeWords();
  const { language } = useLanguage();
  const { hash } = useLocation();
  // The link is spent by the button, and stays what it was while the page is open.
  const token = useRef(hash.slice(1)).current;
  const undoing = useSendOnce({ mutationFn: () => undoChange(token) });
  if (token === '' || undoing.error instanceof UndoRefused) return <Refused />;
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
          {errorText(undoing.error, language)}
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

function Refused() {
  const { language } = useLanguage();
  const words = useNotMeWords();
  return (
    <AuthPage title={words.failedTitle}>
      <Notice tone="bad" isLive>
        {words.failedText}
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

/** Takes back what a notice told of, by the token of its link. Throws UndoRefused, NetworkError. */
export async function undoChange(token: string): Promise<void> {
  const response = await fetch('/auth/v1/undo', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token }),
  }).catch(() => undefined);
  if (response?.status === 403) throw new UndoRefused('The link is spent or too old');
  if (response?.ok !== true) throw new NetworkError('The change was not taken back');
}

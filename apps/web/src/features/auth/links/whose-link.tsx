import { useEffect, useState, type ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { useSession } from '../../../lib/auth.ts';
import { dropHeldLink, heldLink } from '../../../lib/link-arrival.ts';
import { to } from '../../../lib/addresses.ts';
import { HOME_PATH } from '../../../lib/return-path.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { accountName } from '../../../lib/account-name.ts';
import { useSendOnce } from '../../../lib/send-once.ts';
import { AuthPage } from '../auth-page.tsx';
import { useAuthWords } from '../auth.words.ts';
import { ownerOfHeldLink, takeHeldLink } from './held-link.ts';
import { useLinkWords } from './links.words.ts';
import { unjudgedText } from './unjudged.ts';

/** Shows the page, or first the question whose account it shall be about when the link is not of the user who is logged in. */
export function AfterAsking({ children }: { readonly children: ReactNode }) {
  const [isHeld, setIsHeld] = useState(() => heldLink() !== undefined);
  return isHeld ? <WhoseLink onTaken={() => setIsHeld(false)} /> : children;
}

type Owner =
  | { readonly state: 'asking' | 'dead' }
  | { readonly state: 'unread'; readonly error: unknown }
  | { readonly state: 'known'; readonly name: string };

async function readOwner(): Promise<Owner> {
  try {
    const user = await ownerOfHeldLink();
    return user === undefined ? { state: 'dead' } : { state: 'known', name: accountName(user) };
  } catch (error) {
    return { state: 'unread', error };
  }
}

function useOwner() {
  const [owner, setOwner] = useState<Owner>({ state: 'asking' });
  useEffect(() => void readOwner().then(setOwner), []);
  const askAgain = () => {
    setOwner({ state: 'asking' });
    void readOwner().then(setOwner);
  };
  return { owner, setOwner, askAgain };
}

/** The words of the question and the way out of it, for a user who is logged in here, and for a visitor. */
function useQuestion(owner: Owner) {
  const { whose: words, confirmed } = useLinkWords();
  const session = useSession();
  const other = owner.state === 'known' ? owner.name : undefined;
  if (session.status !== 'in') {
    return {
      title: words.visitorTitle,
      text: other === undefined ? undefined : words.visitorText(other),
      leave: owner.state === 'dead' ? confirmed.login : words.notMe,
      wayOut: to('/login'),
    };
  }
  const here = accountName(session.session.user);
  return {
    title: words.title,
    text: words.text(here, other ?? words.unknown),
    leave: words.stay(here),
    wayOut: HOME_PATH,
  };
}

function WhoseLink({ onTaken }: { readonly onTaken: () => void }) {
  const words = useLinkWords().whose;
  const sentences = useAuthWords();
  const navigate = useNavigate();
  const { owner, setOwner, askAgain } = useOwner();
  const { title, text, leave, wayOut } = useQuestion(owner);
  const taking = useSendOnce({
    mutationFn: takeHeldLink,
    onSuccess: (isTaken) => (isTaken ? onTaken() : setOwner({ state: 'dead' })),
  });
  const lost = taking.error ?? (owner.state === 'unread' ? owner.error : null);
  const goAway = () => {
    dropHeldLink();
    void navigate(wayOut, { replace: true });
  };
  return (
    <AuthPage title={title} subtitle={text}>
      {owner.state === 'dead' ? <Notice tone="bad">{words.dead}</Notice> : null}
      {lost === null ? null : (
        <Notice tone="bad" isLive>
          {unjudgedText(lost, sentences)}
        </Notice>
      )}
      <Button isWide onClick={goAway}>
        {leave}
      </Button>
      {owner.state === 'known' ? (
        <Button
          tone="secondary"
          isWide
          isPending={taking.isPending}
          pendingText={words.pending}
          onClick={() => taking.mutate()}
        >
          {words.takeOver(owner.name)}
        </Button>
      ) : null}
      {owner.state === 'unread' ? (
        <Button tone="secondary" isWide onClick={askAgain}>
          {words.retry}
        </Button>
      ) : null}
    </AuthPage>
  );
}

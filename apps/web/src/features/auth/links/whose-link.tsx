import { useEffect, useState, type ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { dropHeldLink, heldLink, ownerOfHeldLink, takeHeldLink, useSession } from '../../../lib/auth.ts';
import { HOME_PATH } from '../../../lib/return-path.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { accountName } from '../signup/account-name.ts';
import { AuthPage } from '../auth-page.tsx';
import { useLinkWords } from './links.words.ts';

/** Shows the page, or first the question whose account it shall be about when the link belongs to another user. */
export function AfterAsking({ children }: { readonly children: ReactNode }) {
  const [isHeld, setIsHeld] = useState(() => heldLink() !== undefined);
  return isHeld ? <WhoseLink onTaken={() => setIsHeld(false)} /> : children;
}

type Owner = { readonly state: 'asking' | 'dead' } | { readonly state: 'known'; readonly name: string };

function useOwner(): readonly [Owner, (owner: Owner) => void] {
  const [owner, setOwner] = useState<Owner>({ state: 'asking' });
  useEffect(() => {
    void ownerOfHeldLink().then((user) =>
      setOwner(user === undefined ? { state: 'dead' } : { state: 'known', name: accountName(user) }),
    );
  }, []);
  return [owner, setOwner];
}

function WhoseLink({ onTaken }: { readonly onTaken: () => void }) {
  const words = useLinkWords().whose;
  const session = useSession();
  const navigate = useNavigate();
  const [owner, setOwner] = useOwner();
  const [isPending, setIsPending] = useState(false);
  const here = session.status === 'in' ? accountName(session.session.user) : words.unknown;
  const takeOver = async () => {
    setIsPending(true);
    const isTaken = await takeHeldLink();
    setIsPending(false);
    if (isTaken) onTaken();
    else setOwner({ state: 'dead' });
  };
  const stay = () => {
    dropHeldLink();
    void navigate(HOME_PATH, { replace: true });
  };
  return (
    <AuthPage
      title={words.title}
      subtitle={words.text(here, owner.state === 'known' ? owner.name : words.unknown)}
    >
      {owner.state === 'dead' ? <Notice tone="bad">{words.dead}</Notice> : null}
      <Button isWide onClick={stay}>
        {words.stay(here)}
      </Button>
      {owner.state === 'known' ? (
        <Button
          tone="secondary"
          isWide
          isPending={isPending}
          pendingText={words.pending}
          onClick={() => void takeOver()}
        >
          {words.takeOver(owner.name)}
        </Button>
      ) : null}
    </AuthPage>
  );
}

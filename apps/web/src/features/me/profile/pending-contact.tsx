import type { Me } from '@mohlat/contract';
import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { formatMobile } from '../../../lib/format.ts';
import { useSession } from '../../../lib/auth.ts';
import { useLanguage } from '../../../lib/i18n.tsx';
import { keys } from '../../../lib/keys.ts';
import { errorText } from '../../../lib/problem.ts';
import { useSendOnce } from '../../../lib/send-once.ts';
import { Button, TextButton } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { toast } from '../../../ui/toast.tsx';
import { linksToOpen, needsNewLogin, saveProfile } from '../me.data.ts';
import { useMeWords } from '../me.words.ts';

const ProveMobileDialog = lazy(() =>
  import('./edit-profile.tsx').then((module) => ({ default: module.ProveMobileDialog })),
);

const ProveEmailDialog = lazy(() =>
  import('./edit-profile.tsx').then((module) => ({ default: module.ProveEmailDialog })),
);

interface PendingContactProps {
  readonly presentEmail: Me['email'];
  readonly pending: Me['pendingContact'];
  /** To the form, for a user who mistyped the number. */
  readonly onEdit: () => void;
  /** For another mail the log-in is too old. */
  readonly onStale: () => void;
}

/** The way to prove a number that is known from the Aadhaar alone: until then it does not open the account. */
export function ShownMobile({ me, onStale }: { readonly me: Me; readonly onStale: () => void }) {
  const words = useMeWords().profile;
  const { language } = useLanguage();
  const client = useQueryClient();
  const session = useSession();
  const ask = useSendOnce({
    mutationFn: (phone: string) => saveProfile({ phone }),
    onSuccess: (saved) => client.setQueryData(keys.me, saved),
    onError: (error) => {
      if (needsNewLogin(error)) onStale();
      else toast.error(words.failed, errorText(error, language));
    },
  });
  const { mobile } = me;
  if (mobile === null) return words.notGiven;
  const isProven = session.status !== 'in' || Boolean(session.session.user.phone);
  if (isProven || me.pendingContact.mobile !== null) return formatMobile(mobile);
  return (
    <span className="flex flex-col items-end">
      {formatMobile(mobile)}
      <TextButton className="text-small" onClick={() => ask.mutate(mobile)}>
        {words.proveMobile}
      </TextButton>
    </span>
  );
}

/** An address or number that was asked for and is not proven yet, with the way to finish it. */
export function PendingContact({ presentEmail, pending, onEdit, onStale }: PendingContactProps) {
  const words = useMeWords().profile;
  const [isProving, setIsProving] = useState(false);
  const { email, mobile } = pending;
  return (
    <>
      {email ? (
        <PendingEmail {...email} presentEmail={presentEmail} onEdit={onEdit} onStale={onStale} />
      ) : null}
      {mobile === null ? null : (
        <div className="mt-3">
          <Notice
            tone="due"
            title={words.pendingMobile(formatMobile(mobile))}
            actions={
              <Button tone="secondary" size="medium" onClick={() => setIsProving(true)}>
                {words.enterCode}
              </Button>
            }
          >
            {words.pendingMobileText}
          </Notice>
        </div>
      )}
      {isProving && mobile !== null ? (
        <Suspense>
          <ProveMobileDialog
            digits={mobile.slice(-10)}
            onChangeNumber={() => {
              setIsProving(false);
              onEdit();
            }}
            onClose={() => setIsProving(false)}
          />
        </Suspense>
      ) : null}
    </>
  );
}

type PendingEmailProps = NonNullable<Me['pendingContact']['email']> &
  Pick<PendingContactProps, 'presentEmail' | 'onEdit' | 'onStale'>;

function PendingEmail({ address, awaits, presentEmail, onEdit, onStale }: PendingEmailProps) {
  const words = useMeWords().profile;
  const { language } = useLanguage();
  const client = useQueryClient();
  const [isProving, setIsProving] = useState(false);
  const again = useSendOnce({
    mutationFn: () => saveProfile({ email: address }),
    onSuccess: (me) => {
      client.setQueryData(keys.me, me);
      const waiting = me.pendingContact.email;
      if (waiting) toast.success(words.mailSent, words.pendingEmailText[linksToOpen(waiting)]);
    },
    onError: (error) => {
      if (!needsNewLogin(error)) toast.error(words.failed, errorText(error, language));
      // The dialog of the code says it itself.
      else if (!isProving) onStale();
    },
  });
  const sentTo = awaits.includes('new') ? address : presentEmail;
  return (
    <div className="mt-3">
      <Notice
        tone="due"
        title={<span className="break-words">{words.pendingEmail(address)}</span>}
        actions={
          <>
            <Button tone="secondary" size="medium" onClick={() => setIsProving(true)}>
              {words.enterMailCode}
            </Button>
            <Button
              tone="secondary"
              size="medium"
              isPending={again.isPending}
              pendingText={words.sendingMails}
              onClick={() => again.mutate()}
            >
              {words.sendMailsAgain}
            </Button>
          </>
        }
      >
        {words.pendingEmailText[linksToOpen({ awaits })]}
      </Notice>
      {isProving && sentTo !== null ? (
        <Suspense>
          <ProveEmailDialog
            sentTo={sentTo}
            onProven={() => {
              // The other address, where one has to agree as well, has a code of its own.
              if (awaits.length < 2) setIsProving(false);
            }}
            onResend={() => again.mutateAsync()}
            onChangeAddress={() => {
              setIsProving(false);
              onEdit();
            }}
            onClose={() => setIsProving(false)}
          />
        </Suspense>
      ) : null}
    </div>
  );
}

import { isAuthError, type User, type UserIdentity } from '@supabase/auth-js';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { authSettingsQuery } from '../../lib/auth-settings.ts';
import { auth } from '../../lib/auth-client.ts';
import { finishLink, goLink, providerName, useComingBack } from '../../lib/elsewhere.ts';
import { usePageShownAgain } from '../../lib/page-shown-again.ts';
import { formatMobile } from '../../lib/format.ts';
import { askSecondFactor } from '../../lib/step-up.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { toast } from '../../ui/toast.tsx';
import { accountChanged } from './security.data.ts';
import { type SecurityWords, useSecurityWords } from './security.words.ts';
import { useAuthText } from './use-auth-text.ts';
import { to } from '../../lib/addresses.ts';
import { useSendOnce } from '../../lib/send-once.ts';

/** The addresses and the accounts elsewhere that open this account. The last one stays. */
export function IdentitiesCard({ user }: { readonly user: User }) {
  const words = useSecurityWords().identities;
  const settings = useQuery(authSettingsQuery);
  const [leaving, setLeaving] = useState<UserIdentity>();
  const identities = user.identities ?? [];
  const isAlone = identities.length < 2;
  return (
    <Card title={words.title}>
      <ul className="ruled">
        {identities.map((identity) => (
          <IdentityRow
            key={identity.identity_id}
            identity={identity}
            onUnlink={isAlone || isOwn(identity) ? undefined : () => setLeaving(identity)}
          />
        ))}
      </ul>
      <p className="mt-2 text-small text-ink-3">{words.changeHint}</p>
      {settings.data?.isLinkingOn === true ? (
        <LinkAccount
          providers={settings.data.providers.filter(
            (name) => !identities.some(({ provider }) => provider === name),
          )}
        />
      ) : null}
      {leaving ? <UnlinkDialog identity={leaving} onClose={() => setLeaving(undefined)} /> : null}
    </Card>
  );
}

interface IdentityRowProps {
  readonly identity: UserIdentity;
  readonly onUnlink: (() => void) | undefined;
}

function IdentityRow({ identity, onUnlink }: IdentityRowProps) {
  const words = useSecurityWords().identities;
  const name = nameOf(identity, words);
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 py-2.5">
      <span className="flex min-w-0 flex-col">
        <span className="font-medium">{name}</span>
        <span className="text-small break-words text-ink-2">{addressOf(identity)}</span>
      </span>
      {onUnlink === undefined ? null : (
        <Button
          tone="quiet"
          size="medium"
          className="-mr-4 ml-auto"
          aria-label={words.unlinkNamed(name)}
          onClick={onUnlink}
        >
          {words.unlink}
        </Button>
      )}
    </li>
  );
}

/** An address of ours is changed on the profile; it is never taken away. */
function isOwn({ provider }: UserIdentity): boolean {
  return provider === 'email' || provider === 'phone';
}

function nameOf({ provider }: UserIdentity, words: SecurityWords['identities']): string {
  if (provider === 'email') return words.email;
  if (provider === 'phone') return words.phone;
  return providerName(provider);
}

function addressOf({ identity_data: data = {} }: UserIdentity): string {
  const [email, phone] = [data['email'], data['phone']].map((value) =>
    typeof value === 'string' ? value : '',
  );
  return email || formatMobile(phone ?? '');
}

interface UnlinkDialogProps {
  readonly identity: UserIdentity;
  readonly onClose: () => void;
}

function UnlinkDialog({ identity, onClose }: UnlinkDialogProps) {
  const all = useSecurityWords();
  const words = all.identities;
  const textOf = useAuthText();
  const client = useQueryClient();
  const name = nameOf(identity, words);
  const unlinking = useSendOnce({
    mutationFn: () => unlink(identity),
    onSuccess: async () => {
      toast.success(words.unlinked(name));
      onClose();
      await accountChanged(client);
    },
  });
  return (
    <ConfirmDialog
      title={words.ask(name)}
      text={words.askText}
      closeLabel={all.close}
      words={{ keep: all.cancel, confirm: words.unlink, pending: words.unlinking, failed: all.failed }}
      isPending={unlinking.isPending}
      problem={textOf(unlinking.error)}
      onConfirm={() => unlinking.mutate()}
      onClose={onClose}
    />
  );
}

const SECURITY_PATH = to('/dashboard/security');

/** Changes the ways in. Where the log-in is old, a second factor shown now makes up for it. */
async function changeWays(change: () => Promise<void>): Promise<void> {
  try {
    await change();
  } catch (error) {
    const isOld = isAuthError(error) && error.code === 'reauthentication_needed';
    if (!isOld || !(await askSecondFactor())) throw error;
    await change();
  }
}

const link = (provider: string) => changeWays(() => goLink(provider, SECURITY_PATH));

const unlink = (identity: UserIdentity) =>
  changeWays(async () => {
    const { error } = await auth.unlinkIdentity(identity);
    if (error) throw error;
  });

/** Offers the providers this account may be linked with, and says how the last attempt ended. */
function LinkAccount({ providers }: { readonly providers: readonly string[] }) {
  const words = useSecurityWords().identities;
  const textOf = useLinkText();
  const finished = useFinishedLink();
  const box = useRef<HTMLDivElement>(null);
  // The card is far down, and a person who comes back sees the top of the page.
  useEffect(() => {
    if (finished !== undefined) box.current?.focus();
  }, [finished]);
  const linking = useSendOnce({ mutationFn: link });
  usePageShownAgain(linking.reset);
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

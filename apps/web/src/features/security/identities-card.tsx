import type { User, UserIdentity } from '@supabase/auth-js';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { authSettingsQuery } from '../../lib/auth-settings.ts';
import { auth } from '../../lib/auth-client.ts';
import { providerName } from '../../lib/elsewhere.ts';
import { formatMobile } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { toast } from '../../ui/toast.tsx';
import { LinkAccount } from './link-account.tsx';
import { accountChanged } from './security.data.ts';
import { type SecurityWords, useSecurityWords } from './security.words.ts';
import { useAuthText } from './use-auth-text.ts';

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
  const unlinking = useMutation({
    mutationFn: async () => {
      const { error } = await auth.unlinkIdentity(identity);
      if (error) throw error;
    },
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

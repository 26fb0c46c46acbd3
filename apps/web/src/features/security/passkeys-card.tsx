import type { Factor, User } from '@supabase/auth-js';
import { lazy, Suspense, useState } from 'react';
import { formatDate, istDateOf } from '../../lib/format.ts';
import { useLanguage } from '../../lib/i18n.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { isLastFactor, type MadeCodes, verified } from './security.data.ts';
import { useSecurityWords } from './security.words.ts';

const AddPasskeyDialog = lazy(() =>
  import('./add-passkey.tsx').then((module) => ({ default: module.AddPasskeyDialog })),
);

const RemoveFactorDialog = lazy(() =>
  import('./remove-factor.tsx').then((module) => ({ default: module.RemoveFactorDialog })),
);

interface PasskeysCardProps {
  readonly user: User;
  readonly onCodes: (codes: MadeCodes) => void;
}

export function PasskeysCard({ user, onCodes }: PasskeysCardProps) {
  const words = useSecurityWords().passkeys;
  const [isAdding, setIsAdding] = useState(false);
  const [leaving, setLeaving] = useState<Factor>();
  const passkeys = verified(user, 'webauthn');
  const isSupported = 'PublicKeyCredential' in globalThis;
  return (
    <Card title={words.title}>
      <p className="text-ink-2">{words.text}</p>
      {passkeys.length === 0 ? <p className="mt-3 text-small text-ink-3">{words.none}</p> : null}
      <ul className="ruled mt-2">
        {passkeys.map((passkey) => (
          <PasskeyRow key={passkey.id} passkey={passkey} onRemove={() => setLeaving(passkey)} />
        ))}
      </ul>
      {isSupported ? (
        <Button tone="secondary" size="medium" className="mt-3" onClick={() => setIsAdding(true)}>
          {words.add}
        </Button>
      ) : (
        <p className="mt-2 text-small text-ink-3">{words.unsupported}</p>
      )}
      <Suspense>
        {isAdding ? <AddPasskeyDialog onCodes={onCodes} onClose={() => setIsAdding(false)} /> : null}
        {leaving ? (
          <RemoveFactorDialog
            what="passkey"
            factorId={leaving.id}
            name={leaving.friendly_name}
            isLast={isLastFactor(user)}
            onClose={() => setLeaving(undefined)}
          />
        ) : null}
      </Suspense>
    </Card>
  );
}

function PasskeyRow({ passkey, onRemove }: { readonly passkey: Factor; readonly onRemove: () => void }) {
  const words = useSecurityWords();
  const { language } = useLanguage();
  const name = passkey.friendly_name ?? '';
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 py-2">
      <span className="flex min-w-0 flex-col">
        <span className="font-medium break-words">{name}</span>
        <span className="text-small text-ink-3">
          {words.added(formatDate(istDateOf(passkey.created_at), language))}
        </span>
      </span>
      <Button
        tone="quiet"
        size="medium"
        className="-mr-4 ml-auto"
        aria-label={words.removeNamed(name)}
        onClick={onRemove}
      >
        {words.remove}
      </Button>
    </li>
  );
}

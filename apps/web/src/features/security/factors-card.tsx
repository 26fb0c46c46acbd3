import type { Factor, User } from '@supabase/auth-js';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { authSettingsQuery } from '../../lib/auth-settings.ts';
import { formatMobile } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { StatusTag } from '../../ui/status.tsx';
import { factorsOf, isLastFactor, type MadeCodes, verified } from './security.data.ts';
import { useSecurityWords } from './security.words.ts';

const SetUpAppDialog = lazy(() =>
  import('./set-up-app.tsx').then((module) => ({ default: module.SetUpAppDialog })),
);
const SetUpNumberDialog = lazy(() =>
  import('./set-up-number.tsx').then((module) => ({ default: module.SetUpNumberDialog })),
);

const RemoveFactorDialog = lazy(() =>
  import('./remove-factor.tsx').then((module) => ({ default: module.RemoveFactorDialog })),
);

interface FactorsCardProps {
  readonly user: User;
  /** Recovery codes came with the first factor. */
  readonly onCodes: (codes: MadeCodes) => void;
}

interface Asked {
  readonly what: 'app' | 'number' | 'remove-app' | 'remove-number';
  /** The factor that is to go. */
  readonly factorId?: string | undefined;
}

/** Whether there is a second step at all, the app that gives its codes, and the number that gets them. */
export function FactorsCard({ user, onCodes }: FactorsCardProps) {
  const words = useSecurityWords().steps;
  const [asked, setAsked] = useState<Asked>();
  const [app] = verified(user, 'totp');
  const isOn = factorsOf(user).length > 0;
  return (
    <Card
      title={words.title}
      action={<StatusTag tone={isOn ? 'ok' : 'neutral'}>{isOn ? words.on : words.off}</StatusTag>}
    >
      <p className="text-ink-2">{words.text}</p>
      <FactorRow
        name={words.app}
        text={app ? words.appOn : words.appOff}
        isOn={app !== undefined}
        setUpLabel={words.setUpApp}
        onSetUp={() => setAsked({ what: 'app' })}
        onRemove={() => setAsked({ what: 'remove-app', factorId: app?.id })}
      />
      <NumberRow user={user} onAsk={setAsked} />
      {asked === undefined ? null : (
        <Suspense>
          <Asking asked={asked} user={user} onCodes={onCodes} onClose={() => setAsked(undefined)} />
        </Suspense>
      )}
    </Card>
  );
}

interface NumberRowProps {
  readonly user: User;
  readonly onAsk: (asked: Asked) => void;
}

/** Shows where the service sends codes to numbers, and to a person who set one up when it did. */
function NumberRow({ user, onAsk }: NumberRowProps) {
  const words = useSecurityWords().steps;
  const settings = useQuery(authSettingsQuery);
  const [number] = verified(user, 'phone');
  if (number === undefined && settings.data?.hasPhoneFactor !== true) return null;
  return (
    <FactorRow
      name={words.number}
      text={number ? words.numberOn(formatMobile(phoneOf(number))) : words.numberOff}
      isOn={number !== undefined}
      setUpLabel={words.setUpNumber}
      onSetUp={() => onAsk({ what: 'number' })}
      onRemove={() => onAsk({ what: 'remove-number', factorId: number?.id })}
    />
  );
}

function phoneOf(factor: Factor): string {
  return 'phone' in factor && typeof factor.phone === 'string' ? factor.phone : '';
}

interface AskingProps extends FactorsCardProps {
  readonly asked: Asked;
  readonly onClose: () => void;
}

function Asking({ asked, user, onCodes, onClose }: AskingProps) {
  if (asked.what === 'app') return <SetUpAppDialog onCodes={onCodes} onClose={onClose} />;
  if (asked.what === 'number')
    return <SetUpNumberDialog mobile={user.phone} onCodes={onCodes} onClose={onClose} />;
  return (
    <RemoveFactorDialog
      what={asked.what === 'remove-app' ? 'app' : 'number'}
      factorId={asked.factorId ?? ''}
      isLast={isLastFactor(user)}
      onClose={onClose}
    />
  );
}

interface FactorRowProps {
  readonly name: string;
  readonly text: string;
  readonly isOn: boolean;
  /** The accessible name of the set-up button, for a person who hears it without the row. */
  readonly setUpLabel: string;
  readonly onSetUp: () => void;
  readonly onRemove: () => void;
}

/** One kind of second step: what it is, and the way to it or away from it. */
function FactorRow({ name, text, isOn, setUpLabel, onSetUp, onRemove }: FactorRowProps) {
  const words = useSecurityWords();
  return (
    <div className="mt-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-line pt-3">
      <span className="flex min-w-0 flex-1 basis-40 flex-col">
        <span className="font-medium">{name}</span>
        <span className="text-small text-ink-2">{text}</span>
      </span>
      {isOn ? (
        <Button
          tone="quiet"
          size="medium"
          className="-mr-4 ml-auto"
          aria-label={words.removeNamed(name)}
          onClick={onRemove}
        >
          {words.remove}
        </Button>
      ) : (
        <Button tone="secondary" size="medium" aria-label={setUpLabel} onClick={onSetUp}>
          {words.steps.setUp}
        </Button>
      )}
    </div>
  );
}

import type { Preferences } from '@mohlat/contract';
import { useEffect, useRef, useState } from 'react';
import type { PreferencesChange } from '../../lib/preferences.ts';
import { Switch } from '../../ui/choice.tsx';
import { TextField } from '../../ui/field.tsx';
import { usePrivacyWords } from './privacy.words.ts';

type Quiet = NonNullable<Preferences['quietHours']>;

const FIRST_QUIET: Quiet = { from: '22:00', until: '07:00' };
/** A time is whole after its first digits, and another one after the next. */
const TYPING_PAUSE_MS = 1000;

type Change = (change: PreferencesChange, told?: { readonly onSettled: () => void }) => void;

interface QuietHoursProps {
  readonly quiet: Preferences['quietHours'];
  readonly onChange: Change;
}

export function QuietHours({ quiet, onChange }: QuietHoursProps) {
  const words = usePrivacyWords();
  return (
    <div className="flex flex-col pb-2">
      <Switch
        label={words.quiet}
        hint={words.quietHint}
        checked={quiet !== null}
        onChange={() => onChange({ quietHours: quiet === null ? FIRST_QUIET : null })}
      />
      {quiet === null ? null : <Times quiet={quiet} onChange={onChange} />}
    </div>
  );
}

/** Keeps what is typed, which is no time for a moment or another one, and stores it after a pause or when its field is left. */
function useTyping(quiet: Quiet, onChange: Change) {
  const [typed, setTyped] = useState<Quiet>();
  const sent = useRef<Quiet>(undefined);
  useEffect(() => {
    if (typed === undefined) return undefined;
    const timer = setTimeout(() => store(typed, { quiet, sent, onChange, onStored: clear }), TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
    // A time that was typed meanwhile stays.
    function clear() {
      setTyped((now) => (now === typed ? undefined : now));
    }
  }, [typed, quiet, onChange]);
  const latest = useRef<() => void>(undefined);
  useEffect(() => {
    latest.current = () => typed && store(typed, { quiet, sent, onChange, onStored: () => undefined });
  });
  // On a phone a person goes to another page without leaving the field first.
  useEffect(() => () => latest.current?.(), []);
  const shown = typed ?? quiet;
  return {
    shown,
    type: (part: Partial<Quiet>) => setTyped({ ...shown, ...part }),
    leave: () => {
      if (typed === undefined) return;
      // A field that was emptied and left shows again what is stored.
      const whole = { from: typed.from || quiet.from, until: typed.until || quiet.until };
      const next = isWhole(typed) ? typed : whole;
      setTyped(next);
      store(next, {
        quiet,
        sent,
        onChange,
        onStored: () => setTyped((now) => (now === next ? undefined : now)),
      });
    },
  };
}

interface Storing {
  readonly quiet: Quiet;
  readonly sent: { current: Quiet | undefined };
  readonly onChange: Change;
  readonly onStored: () => void;
}

/** Stores what is whole and new, once; what is stored already is typed no more. */
function store(typed: Quiet, { quiet, sent, onChange, onStored }: Storing): void {
  if (!isWhole(typed) || typed.from === typed.until || sent.current === typed) return;
  if (typed.from === quiet.from && typed.until === quiet.until) {
    onStored();
    return;
  }
  sent.current = typed;
  onChange({ quietHours: typed }, { onSettled: onStored });
}

function isWhole({ from, until }: Quiet): boolean {
  return from !== '' && until !== '';
}

function Times({ quiet, onChange }: { readonly quiet: Quiet; readonly onChange: Change }) {
  const words = usePrivacyWords();
  const { shown, type, leave } = useTyping(quiet, onChange);
  const error = isWhole(shown) && shown.from === shown.until ? words.quietSame : undefined;
  return (
    // Side by side where both have room for a time, whatever the size of letters.
    <div className="flex flex-wrap gap-3 pb-2 *:min-w-0 *:grow *:basis-32">
      <TextField
        type="time"
        label={words.quietFrom}
        value={shown.from}
        onChange={(event) => type({ from: event.target.value })}
        onBlur={leave}
      />
      <TextField
        type="time"
        label={words.quietUntil}
        value={shown.until}
        error={error}
        onChange={(event) => type({ until: event.target.value })}
        onBlur={leave}
      />
    </div>
  );
}

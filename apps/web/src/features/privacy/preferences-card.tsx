import type { Preferences } from '@mohlat/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { UnreadFace } from '../../lib/faces.tsx';
import { useLanguage } from '../../lib/i18n.tsx';
import { keys } from '../../lib/keys.ts';
import { LANGUAGES } from '../../lib/language.ts';
import { type PreferencesChange, preferencesQuery, storePreferences } from '../../lib/preferences.ts';
import { errorText } from '../../lib/problem.ts';
import { isTheme, setTheme, THEMES } from '../../lib/theme.ts';
import { useTheme } from '../../lib/use-theme.ts';
import { Card } from '../../ui/card.tsx';
import { Switch } from '../../ui/choice.tsx';
import { Select } from '../../ui/select.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { ThemeChoice } from '../../ui/theme-choice.tsx';
import { toast } from '../../ui/toast.tsx';
import { usePrivacyWords } from './privacy.words.ts';
import { QuietHours } from './quiet-hours.tsx';

const LANGUAGE_NAMES = { en: 'English', hi: 'हिन्दी' } as const;
/** The days of a month. */
const DAYS = Array.from({ length: 31 }, (_, index) => String(index + 1));

/** Every choice takes effect at once; one that could not be stored goes back to what it was, and says so. */
function useChange() {
  const words = usePrivacyWords();
  const { language } = useLanguage();
  const client = useQueryClient();
  const { mutateAsync } = useMutation({
    mutationFn: (change: PreferencesChange) => storePreferences(client, change),
    onMutate: async (change: PreferencesChange) => {
      await client.cancelQueries({ queryKey: keys.preferences });
      const before = client.getQueryData<Preferences>(keys.preferences);
      if (before) client.setQueryData(keys.preferences, merge(before, change));
      return before;
    },
    onError: (error, _, before) => {
      if (before) client.setQueryData(keys.preferences, before);
      // Before it, another change may have been under way that failed as well.
      void client.invalidateQueries({ queryKey: keys.preferences });
      toast.error(words.notSaved, errorText(error, language));
    },
  });
  // Told by the promise: the callbacks of a call are dropped when the next one is sent meanwhile.
  return (change: PreferencesChange, told?: { readonly onSettled: () => void }) => {
    // Its failure was told above.
    void mutateAsync(change)
      .catch(() => undefined)
      .finally(told?.onSettled);
  };
}

function merge(
  before: Preferences,
  { channels = {}, quietHours, salaryDay }: PreferencesChange,
): Preferences {
  const pick = (name: keyof Preferences['channels']) => channels[name] ?? before.channels[name];
  return {
    ...before,
    ...(quietHours === undefined ? {} : { quietHours }),
    ...(salaryDay === undefined ? {} : { salaryDay }),
    channels: { email: pick('email'), sms: pick('sms'), inApp: pick('inApp') },
  };
}

export function PreferencesCard() {
  const words = usePrivacyWords();
  const preferences = useQuery(preferencesQuery);
  return (
    <Card title={words.preferencesTitle} description={words.preferencesText}>
      <UnreadFace query={preferences}>
        <Skeleton height="card" />
      </UnreadFace>
      {preferences.data ? <Choices preferences={preferences.data} /> : null}
    </Card>
  );
}

/** Language and theme take effect here and are carried to the account by the shell, wherever they are chosen. */
function Choices({ preferences }: { readonly preferences: Preferences }) {
  const words = usePrivacyWords();
  const { language, setLanguage } = useLanguage();
  const theme = useTheme();
  const change = useChange();
  const { channels } = preferences;
  return (
    <div className="flex flex-col gap-5">
      <Choice label={words.language}>
        <ThemeChoice
          legend={words.language}
          options={LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))}
          chosen={language}
          onChoose={(value) => {
            const chosen = LANGUAGES.find((one) => one === value);
            if (chosen !== undefined) setLanguage(chosen);
          }}
        />
      </Choice>
      <Choice label={words.theme}>
        <ThemeChoice
          legend={words.theme}
          options={THEMES.map((value) => ({ value, label: words.themes[value] }))}
          chosen={theme}
          onChoose={(value) => {
            if (isTheme(value)) setTheme(value);
          }}
        />
      </Choice>
      <fieldset className="min-w-0">
        <legend className="text-small font-medium">{words.channels}</legend>
        <p className="text-small text-ink-3">{words.channelsHint}</p>
        <div className="ruled mt-1">
          <Switch
            label={words.byEmail}
            checked={channels.email}
            onChange={() => change({ channels: { email: !channels.email } })}
          />
          <Switch
            label={words.bySms}
            checked={channels.sms}
            onChange={() => change({ channels: { sms: !channels.sms } })}
          />
          <Switch
            label={words.inApp}
            checked={channels.inApp}
            onChange={() => change({ channels: { inApp: !channels.inApp } })}
          />
          <QuietHours quiet={preferences.quietHours} onChange={change} />
        </div>
      </fieldset>
      <Select
        label={words.salary}
        hint={words.salaryHint}
        emptyLabel={words.noSalary}
        options={DAYS.map((day) => ({ value: day, label: day }))}
        value={typeof preferences.salaryDay === 'number' ? String(preferences.salaryDay) : ''}
        onChange={({ currentTarget: { value } }) =>
          change({ salaryDay: value === '' ? 'none' : Number(value) })
        }
      />
    </div>
  );
}

function Choice({ label, children }: { readonly label: string; readonly children: React.ReactNode }) {
  return (
    <div className="flex flex-col gap-2">
      <span aria-hidden="true" className="text-small font-medium">
        {label}
      </span>
      {children}
    </div>
  );
}

import { clsx } from 'clsx';
import { useLanguage } from '../lib/i18n.tsx';
import { setTheme, THEMES, useTheme } from '../lib/theme.ts';
import { useShellWords } from './shell.words.ts';

/** One press: the button shows the language it leads to, in that language. */
export function LanguageSwitch() {
  const { language, setLanguage } = useLanguage();
  const next = language === 'en' ? 'hi' : 'en';
  return (
    <button
      type="button"
      lang={next}
      onClick={() => setLanguage(next)}
      className="min-h-11 rounded-button px-3 text-small font-medium text-ink-2 transition-colors hover:bg-sunken hover:text-ink"
    >
      {next === 'hi' ? 'हिन्दी' : 'English'}
    </button>
  );
}

export function ThemeSwitch() {
  const words = useShellWords();
  const theme = useTheme();
  return (
    <fieldset>
      <legend className="sr-only">{words.theme}</legend>
      <div className="flex gap-1 rounded-button bg-sunken p-1">
        {THEMES.map((value) => (
          <label
            key={value}
            className={clsx(
              'flex min-h-11 flex-1 items-center justify-center rounded-input border px-2.5 text-center text-caption font-medium has-focus-visible:outline-3 has-focus-visible:outline-brand',
              theme === value
                ? 'border-line bg-surface text-ink'
                : 'border-transparent text-ink-2 hover:text-ink',
            )}
          >
            <input
              type="radio"
              name="theme"
              value={value}
              checked={theme === value}
              onChange={() => setTheme(value)}
              className="sr-only"
            />
            {words.themes[value]}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

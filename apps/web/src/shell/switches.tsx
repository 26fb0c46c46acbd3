import { useLanguage } from '../lib/i18n.tsx';
import { isTheme, setTheme, THEMES } from '../lib/theme.ts';
import { useTheme } from '../lib/use-theme.ts';
import { ThemeChoice } from '../ui/theme-choice.tsx';
import { Wordmark } from '../ui/wordmark.tsx';
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
      className="hindi-name min-h-11 rounded-button px-2 text-small font-medium text-ink-2 transition-colors hover:bg-sunken hover:text-ink md:px-3"
    >
      {next === 'hi' ? 'हिन्दी' : 'English'}
    </button>
  );
}

export function ThemeSwitch() {
  const words = useShellWords();
  const theme = useTheme();
  return (
    <ThemeChoice
      legend={words.theme}
      options={THEMES.map((value) => ({ value, label: words.themes[value] }))}
      chosen={theme}
      onChoose={(value) => {
        if (isTheme(value)) setTheme(value);
      }}
    />
  );
}

/** At the head of pages without a menu. */
export function PlainHead() {
  const words = useShellWords();
  return (
    <header className="gutter mx-auto flex h-16 w-full max-w-page items-center justify-between">
      <a href="/" className="inline-flex min-h-11 items-center rounded-chip">
        <Wordmark name={words.productName} />
      </a>
      <LanguageSwitch />
    </header>
  );
}

/** At the foot of pages without a menu: logging in, signing up, onboarding. */
export function FootSwitches() {
  return (
    <footer className="gutter mx-auto w-full max-w-page pb-8 print:hidden">
      <div className="max-w-auth">
        <ThemeSwitch />
      </div>
    </footer>
  );
}

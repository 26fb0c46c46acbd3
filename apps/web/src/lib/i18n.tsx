import { createContext, use, useCallback, useMemo, useState, useTransition, type ReactNode } from 'react';
import { applyLanguage, currentLanguage, type Language } from './language.ts';

interface LanguageContextValue {
  readonly language: Language;
  readonly setLanguage: (language: Language) => void;
}

const LanguageContext = createContext<LanguageContextValue>({ language: 'en', setLanguage: () => undefined });

interface LanguageProviderProps {
  readonly children: ReactNode;
  readonly initial?: Language;
}

/** Holds the language; a change is a transition, so the old words stay until the new ones have arrived. */
export function LanguageProvider({ children, initial }: LanguageProviderProps) {
  const [language, setState] = useState<Language>(() => initial ?? currentLanguage());
  const [, startTransition] = useTransition();
  const setLanguage = useCallback((next: Language) => {
    applyLanguage(next);
    startTransition(() => setState(next));
  }, []);
  const value = useMemo(() => ({ language, setLanguage }), [language, setLanguage]);
  return <LanguageContext value={value}>{children}</LanguageContext>;
}

export function useLanguage(): LanguageContextValue {
  return use(LanguageContext);
}

/**
 * Makes the hook of a feature's words. English is in the bundle; Hindi is fetched for readers of Hindi.
 *
 *     export const useWords = defineWords(en, () => import('./words.hi.ts').then((m) => m.hi));
 */
export function defineWords<Words>(english: Words, loadHindi: () => Promise<Words>): () => Words {
  let hindi: Promise<Words> | undefined;
  return function useWords() {
    const { language } = useLanguage();
    if (language === 'en') return english;
    // If the file cannot be fetched, English is better than nothing.
    hindi ??= loadHindi().catch(() => {
      hindi = undefined;
      return english;
    });
    return use(hindi);
  };
}

import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useLanguage } from '../lib/i18n.tsx';
import { currentLanguage, isLanguageChosen } from '../lib/language.ts';
import { preferencesQuery, storePreferences } from '../lib/preferences.ts';
import { currentTheme, isThemeChosen, onThemeChange, setTheme } from '../lib/theme.ts';

/**
 * Language and theme go with the person: a device where nothing was chosen yet takes over what the account remembers,
 * and what is chosen here is remembered. The device has its choice in any case, so a failure is not told.
 */
export function useCarriedPreferences(userId: string | undefined): void {
  const client = useQueryClient();
  const { language, setLanguage } = useLanguage();
  /** What the account has, as far as this page knows. */
  const known = useRef({ language, theme: currentTheme() });

  useEffect(() => {
    if (userId === undefined || (isLanguageChosen() && isThemeChosen())) return;
    client
      .query(preferencesQuery)
      .then((stored) => {
        // What was chosen on this device stands, also while the question was under way.
        const carried = {
          language: isLanguageChosen() ? currentLanguage() : (stored.language ?? currentLanguage()),
          theme: isThemeChosen() ? currentTheme() : stored.theme,
        };
        known.current = carried;
        if (carried.language !== currentLanguage()) setLanguage(carried.language);
        if (carried.theme !== currentTheme()) setTheme(carried.theme);
      })
      .catch(() => undefined);
  }, [client, setLanguage, userId]);

  useEffect(() => {
    if (userId === undefined) return undefined;
    const remember = () => {
      const now = { language: currentLanguage(), theme: currentTheme() };
      if (known.current.language === now.language && known.current.theme === now.theme) return;
      known.current = now;
      storePreferences(client, now).catch(() => undefined);
    };
    remember();
    return onThemeChange(remember);
  }, [client, language, userId]);
}

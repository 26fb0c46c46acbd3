import { putPreferences } from '@mohlat/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { call } from '../lib/api.ts';
import { useLanguage } from '../lib/i18n.tsx';
import { keys } from '../lib/keys.ts';
import { isLanguageChosen } from '../lib/language.ts';
import { preferencesQuery } from '../lib/preferences.ts';
import { currentTheme, onThemeChange, setTheme } from '../lib/theme.ts';

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
    if (userId === undefined || isLanguageChosen()) return;
    client
      .query(preferencesQuery)
      .then((stored) => {
        known.current = { language: stored.language ?? known.current.language, theme: stored.theme };
        if (stored.language !== null) setLanguage(stored.language);
        if (stored.theme !== currentTheme()) setTheme(stored.theme);
      })
      .catch(() => undefined);
  }, [client, setLanguage, userId]);

  useEffect(() => {
    if (userId === undefined) return undefined;
    const remember = () => {
      const theme = currentTheme();
      if (known.current.language === language && known.current.theme === theme) return;
      known.current = { language, theme };
      call(putPreferences, { body: { language, theme } })
        .then((stored) => client.setQueryData(keys.preferences, stored))
        .catch(() => undefined);
    };
    remember();
    return onThemeChange(remember);
  }, [client, language, userId]);
}

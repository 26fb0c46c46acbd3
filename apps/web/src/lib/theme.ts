export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

const STORAGE_KEY = 'mohlat-theme';
const listeners = new Set<() => void>();

export function isTheme(text: string): text is Theme {
  return THEMES.some((theme) => theme === text);
}

/** The theme as chosen; first-paint.js has set it before the first paint. */
export function currentTheme(): Theme {
  const chosen = document.documentElement.dataset['theme'];
  return chosen === 'dark' || chosen === 'light' ? chosen : 'system';
}

/** True once a theme other than the device's own was chosen here. */
export function isThemeChosen(): boolean {
  return currentTheme() !== 'system';
}

export function setTheme(theme: Theme): void {
  const root = document.documentElement;
  if (theme === 'system') delete root.dataset['theme'];
  else root.dataset['theme'] = theme;
  try {
    if (theme === 'system') localStorage.removeItem(STORAGE_KEY);
    else localStorage.setItem(STORAGE_KEY, theme);
  } catch {
    // Storage refused: the choice lasts as long as the page.
  }
  for (const listener of listeners) listener();
}

/** Calls `listener` after each change. Answers how to stop. */
export function onThemeChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

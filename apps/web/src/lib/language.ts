export const LANGUAGES = ['en', 'hi'] as const;
export type Language = (typeof LANGUAGES)[number];

const STORAGE_KEY = 'mohlat-language';

interface DataSaver {
  readonly connection?: { readonly saveData?: boolean };
}

/** The language of the page, which first-paint.js has already set. */
export function currentLanguage(): Language {
  return globalThis.document?.documentElement.lang === 'hi' ? 'hi' : 'en';
}

/** True once a language was chosen on this device. */
export function isLanguageChosen(): boolean {
  try {
    return localStorage.getItem(STORAGE_KEY) !== null;
  } catch {
    return true;
  }
}

/** Remembers the choice and marks the page; the Devanagari face comes after the paint, and not on Save-Data. */
export function applyLanguage(language: Language): void {
  const root = document.documentElement;
  root.lang = language;
  try {
    localStorage.setItem(STORAGE_KEY, language);
  } catch {
    // Storage refused: the choice lasts as long as the page.
  }
  loadDevanagariFace();
}

/** Called after the first paint and after each change of language. */
export function loadDevanagariFace(): void {
  const isSaving = (navigator as DataSaver).connection?.saveData === true;
  if (currentLanguage() === 'hi' && !isSaving) document.documentElement.classList.add('devanagari-face');
}

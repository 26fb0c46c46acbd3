const STORAGE_KEY = 'mohlat-language';

/** Remembers the language of the page, so that log-in and the app open in the one that was read here. */
export function rememberLanguage(page: Document, storage: Storage): void {
  for (const link of page.querySelectorAll<HTMLAnchorElement>('a[data-language]')) {
    link.addEventListener('click', () => storage.setItem(STORAGE_KEY, link.dataset['language'] ?? 'en'));
  }
  if (page.documentElement.lang === 'hi') storage.setItem(STORAGE_KEY, 'hi');
}

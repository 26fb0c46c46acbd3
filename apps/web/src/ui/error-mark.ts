// Apart from the hooks that use it: public pages have it too, and no React.

const PREFIXES = { en: 'Error: ', hi: 'समस्या: ' } as const;

/** The title without the mark of an error, in whatever language that was set. */
export function bareTitle(title: string): string {
  const prefix = Object.values(PREFIXES).find((one) => title.startsWith(one)) ?? '';
  return title.slice(prefix.length);
}

/** Puts the mark of an error before a title, in the language of the page. */
export function errorTitle(title: string): string {
  return PREFIXES[document.documentElement.lang === 'hi' ? 'hi' : 'en'] + bareTitle(title);
}

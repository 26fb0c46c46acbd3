/** The one place where the web writes to the console: what support asks a person to read out. */
export function logUnknownPath(path: string): void {
  globalThis.console.error('404: no page at this path:', path);
}

/** A text that somebody typed, trimmed and with one stop at its end, so that other words can follow it. */
export function asSentence(typed: string): string {
  const text = typed.replace(/[.\s]+$/, '').trimStart();
  return /[!?।]$/.test(text) ? text : `${text}.`;
}

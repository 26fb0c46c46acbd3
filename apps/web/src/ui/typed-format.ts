import type { ChangeEventHandler } from 'react';

/** Where the caret belongs after formatting: behind the same number of typed characters as before. */
export function caretAfterFormat(before: string, caret: number, after: string, counts: RegExp): number {
  let typed = Array.from(before.slice(0, caret)).filter((character) => counts.test(character)).length;
  let at = 0;
  while (typed > 0 && at < after.length) {
    if (counts.test(after[at] ?? '')) typed -= 1;
    at += 1;
  }
  return at;
}

/**
 * Wraps a change handler so that the value is rewritten by `format` before anyone reads it, without moving the caret.
 * Works for registered (uncontrolled) and controlled inputs alike. `counts` matches the characters a person types.
 */
export function formatTyped(
  format: (text: string) => string,
  onChange: ChangeEventHandler<HTMLInputElement> | undefined,
  counts: RegExp = /[\p{L}\d.]/u,
): ChangeEventHandler<HTMLInputElement> {
  return (event) => {
    const input = event.currentTarget;
    const before = input.value;
    const caret = input.selectionStart ?? before.length;
    const after = format(before);
    if (after !== before) {
      input.value = after;
      const at = caretAfterFormat(before, caret, after, counts);
      // React writes a controlled value after this handler, which throws the caret to the end.
      queueMicrotask(() => {
        if (input.ownerDocument.activeElement === input) input.setSelectionRange(at, at);
      });
    }
    onChange?.(event);
  };
}

const digits = (text: string, max: number) => text.replace(/\D/g, '').slice(0, max);

export const formats = {
  /** Ten digits of an Indian mobile; a pasted "+91 98765 43210" or "098765…" loses its prefix. */
  mobile(text: string): string {
    const all = text.replace(/\D/g, '');
    const bare = all.length > 10 ? all.replace(/^(?:91|0)/, '') : all;
    const ten = bare.slice(0, 10);
    return ten.length > 5 ? `${ten.slice(0, 5)} ${ten.slice(5)}` : ten;
  },
  pan: (text: string) =>
    text
      .toUpperCase()
      .replace(/[^A-Z0-9]/g, '')
      .slice(0, 10),
  ifsc: (text: string) =>
    text
      .toUpperCase()
      .replace(/[^A-Z0-9]/g, '')
      .slice(0, 11),
  cardNumber: (text: string) => digits(text, 16).replace(/(\d{4})(?=\d)/g, '$1 '),
  aadhaar: (text: string) => digits(text, 12).replace(/(\d{4})(?=\d)/g, '$1 '),
  expiry(text: string): string {
    const four = digits(text, 4);
    return four.length > 2 ? `${four.slice(0, 2)}/${four.slice(2)}` : four;
  },
  digits: (max: number) => (text: string) => digits(text, max),
};

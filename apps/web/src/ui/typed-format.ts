import type { ChangeEventHandler } from 'react';

/** Devanagari digits, as a Hindi keyboard types them, in Latin: as many characters as before. */
export const latinDigits = (text: string) =>
  text.replace(/[०-९]/g, (digit) => String(digit.charCodeAt(0) - 0x966));

/** The characters a person types; the others are of the format. */
const TYPED = /[\p{L}\d.]/u;

/** Where the caret belongs after formatting: at the end if it was there, else behind as many typed characters as before. */
function caretAfterFormat(before: string, caret: number, after: string): number {
  if (caret === before.length) return after.length;
  let typed = Array.from(before.slice(0, caret)).filter((character) => TYPED.test(character)).length;
  let at = 0;
  while (typed > 0 && at < after.length) {
    if (TYPED.test(after[at] ?? '')) typed -= 1;
    at += 1;
  }
  return at;
}

/** Rewrites what was typed by `format`, without moving the caret. */
export function rewriteTyped(input: HTMLInputElement, format: (text: string) => string): void {
  const before = latinDigits(input.value);
  const caret = input.selectionStart ?? before.length;
  const after = format(before);
  if (after === input.value) return;
  input.value = after;
  const at = caretAfterFormat(before, caret, after);
  // React writes a controlled value after this, which throws the caret to the end.
  queueMicrotask(() => {
    if (input.ownerDocument.activeElement === input) input.setSelectionRange(at, at);
  });
}

/**
 * Wraps a change handler so that the value is rewritten by `format` before anyone reads it. Works for registered
 * (uncontrolled) and controlled inputs alike.
 */
export function formatTyped(
  format: (text: string) => string,
  onChange: ChangeEventHandler<HTMLInputElement> | undefined,
): ChangeEventHandler<HTMLInputElement> {
  return (event) => {
    rewriteTyped(event.currentTarget, format);
    onChange?.(event);
  };
}

const digits = (text: string, max: number) => text.replace(/\D/g, '').slice(0, max);

export const formats = {
  /** Ten digits of an Indian mobile; what stands before them in "+91 0 98765…" or "0091 98765…" is left out. */
  mobile(text: string): string {
    const ten = digits(text.replace(/\D/g, '').replace(/^0{0,2}(?:91)?0?(?=\d{10})/, ''), 10);
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

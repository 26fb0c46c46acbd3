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

/** Writes a text as its field shows it. `isAtEnd`: it was typed or pasted at the end, and is no correction within. */
type Format = (text: string, isAtEnd?: boolean) => string;

/** Rewrites what was typed by `format`, without moving the caret. */
export function rewriteTyped(input: HTMLInputElement, format: Format): void {
  const before = latinDigits(input.value);
  const caret = input.selectionStart ?? before.length;
  const after = format(before, caret === before.length);
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
  format: Format,
  onChange: ChangeEventHandler<HTMLInputElement> | undefined,
): ChangeEventHandler<HTMLInputElement> {
  return (event) => {
    rewriteTyped(event.currentTarget, format);
    onChange?.(event);
  };
}

const digits = (text: string, max: number) => text.replace(/\D/g, '').slice(0, max);

export const formats = {
  /**
   * Ten digits of an Indian mobile; what stands before them in "+91 0 98765…" or "0091 98765…" is left out. Typed digit by digit
   * the prefix is known only once ten more follow: until then it keeps its room, and is not taken for the number.
   */
  mobile(text: string): string {
    const typed = text.replace(/\D/g, '').replace(/^0{0,2}(?:91)?0?(?=\d{10})/, '');
    const ten = digits(typed, typed.startsWith('91') ? 12 : 10);
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
  /** MM/YY; of a year in four digits the last two. A month of one digit is one where it cannot become another. */
  expiry(text: string, isAtEnd = true): string {
    const [, month = '', year = ''] = /^\D*(\d{1,2})\D+(?:20)?(\d{2})\D*$/.exec(text) ?? [];
    if (month.length === 2 || (month > '0' && isAtEnd)) return `${month.padStart(2, '0')}/${year}`;
    if (isAtEnd && /^[1-9]\D+$/.test(text)) return text.charAt(0).padStart(2, '0');
    const typed = digits(text, 6).replace(/^(\d{2})20(\d{2})$/, '$1$2');
    // The year may go on to its four digits.
    const held = /^\d{2}20\d$/.test(typed) ? typed : typed.slice(0, 4);
    return held.length > 2 ? `${held.slice(0, 2)}/${held.slice(2)}` : held;
  },
  digits: (max: number) => (text: string) => digits(text, max),
};

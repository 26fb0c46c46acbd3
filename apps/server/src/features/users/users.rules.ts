import { isPanShape, maskMobile, pinCodeIn } from '@mohlat/money';
import { UUID } from '#platform/crypto/ids.ts';

/** The text typed into the search, and the field it is looked for in. */
export type UserSearch =
  | { readonly by: 'id'; readonly id: string }
  | { readonly by: 'email'; readonly email: string }
  | { readonly by: 'mobile'; readonly digits: string }
  | { readonly by: 'mobile_end'; readonly digits: string }
  | { readonly by: 'pan'; readonly pan: string }
  | { readonly by: 'words'; readonly words: string };

/**
 * Tells an id, an address, a number, its last four digits and a PAN from words, however they were typed. What is shown masked
 * is found whole alone, or letter by letter a search would tell it; of a number its end is shown.
 */
export function readSearch(text: string): UserSearch {
  const plain = text.trim().toLowerCase();
  if (UUID.test(plain)) return { by: 'id', id: plain };
  if (plain.includes('@')) return { by: 'email', email: plain };
  const digits = plain.replaceAll(/[\s()-]/g, '').replace(/^(?:\+91|91(?=\d{10}$)|0(?=\d{10}$))/, '');
  if (/^\d{10}$/.test(digits)) return { by: 'mobile', digits };
  if (/^\d{4}$/.test(digits)) return { by: 'mobile_end', digits };
  const pan = plain.toUpperCase().replaceAll(/[\s-]/g, '');
  if (isPanShape(pan)) return { by: 'pan', pan };
  return { by: 'words', words: plain.replaceAll(/\s+/g, ' ') };
}

/** asha.rao@example.in → a•••@example.in */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  return `${email.slice(0, 1)}•••${email.slice(at)}`;
}

/** 919876543210 → +91 XXXXXX3210. No more may be shown in any other way, and no less than a search finds. */
export function maskPhone(phone: string): string {
  return `+91 ${maskMobile(phone.replace(/^\+?91(?=\d{10}$)/, ''))}`;
}

/** 12 Lake Road, Pune 411001 → ••• 411001: the place, not the door. */
export function maskAddress(address: string): string {
  const code = pinCodeIn(address);
  return code === undefined ? '•••' : `••• ${code}`;
}

/** Multiplication in the dihedral group of order ten. */
function dihedral(j: number, k: number): number {
  if (j < 5) return k < 5 ? (j + k) % 5 : 5 + ((j + k - 5) % 5);
  return k < 5 ? 5 + ((j - 5 - k + 5) % 5) : (j - k + 5) % 5;
}

function digitFromEnd(digits: string, place: number): number {
  return Number(digits.charAt(digits.length - 1 - place));
}

const SHUFFLE = [1, 5, 7, 6, 2, 8, 3, 0, 9, 4];

/** The check of Aadhaar numbers, over a text of digits. Rule: LEND-3 */
export function isVerhoeffValid(digits: string): boolean {
  if (!/^\d+$/.test(digits)) return false;
  let check = 0;
  for (let place = 0; place < digits.length; place += 1) {
    let digit = digitFromEnd(digits, place);
    for (let round = place % 8; round > 0; round -= 1) digit = SHUFFLE[digit] ?? digit;
    check = dihedral(check, digit);
  }
  return check === 0;
}

/** The check of card numbers, over a text of digits. Rule: LEND-3 */
export function isLuhnValid(digits: string): boolean {
  if (!/^\d+$/.test(digits)) return false;
  let sum = 0;
  for (let place = 0; place < digits.length; place += 1) {
    const value = digitFromEnd(digits, place) * (place % 2 === 0 ? 1 : 2);
    sum += value > 9 ? value - 9 : value;
  }
  return sum % 10 === 0;
}

/** Digits without the spaces and hyphens people group them with; undefined when anything else is in it. */
export function bareDigits(text: string): string | undefined {
  const bare = text.replaceAll(/[\s-]/g, '');
  return /^\d+$/.test(bare) ? bare : undefined;
}

/** Five letters, four digits, one letter, in capitals: the shape alone, the issuer's answer decides. Rule: LEND-3, SPEC-5 */
export const PAN_SHAPE = /^[A-Z]{5}[0-9]{4}[A-Z]$/;

/** Four letters of the bank, a zero, six characters of the branch, in capitals. Rule: SPEC-5 */
export const IFSC_SHAPE = /^[A-Z]{4}0[A-Z0-9]{6}$/;

/** Expects capital letters. Rule: LEND-3 */
export function isPanShape(pan: string): boolean {
  return PAN_SHAPE.test(pan);
}

/** Twelve digits, the first 2 to 9, with a valid check digit. Rule: LEND-3 */
export function isAadhaarNumber(aadhaar: string): boolean {
  return /^[2-9]\d{11}$/.test(aadhaar) && isVerhoeffValid(aadhaar);
}

/** Rule: LEND-3 */
export function isPinCode(pinCode: string): boolean {
  return /^[1-9]\d{5}$/.test(pinCode);
}

/** 16 digits, 15 for American Express, a valid check digit, not one digit repeated. Rule: LEND-3 */
export function isCardNumber(digits: string): boolean {
  const length = /^3[47]/.test(digits) ? 15 : 16;
  return digits.length === length && isLuhnValid(digits) && !/^(\d)\1*$/.test(digits);
}

export type CardNetwork = 'visa' | 'mastercard' | 'rupay' | 'amex' | 'diners';

const NETWORK_PREFIXES: readonly (readonly [CardNetwork, RegExp])[] = [
  ['amex', /^3[47]/],
  ['diners', /^(?:30[0-5]|3095|36|38|39)/],
  ['visa', /^4/],
  ['mastercard', /^(?:5[1-5]|222[1-9]|22[3-9]\d|2[3-6]\d\d|27[01]\d|2720)/],
  // 353 and 356 are issued jointly with JCB; 60 and 65 with Discover.
  ['rupay', /^(?:508[5-9]|60|65|81|82|353|356)/],
];

/** The network by the leading digits, from the first digit that settles it; undefined while it is open. */
export function cardNetwork(digits: string): CardNetwork | undefined {
  return NETWORK_PREFIXES.find(([, prefix]) => prefix.test(digits))?.[0];
}

/** ABCDE1234L → ABXXXXX34L. Rule: LEND-3 */
export function maskPan(pan: string): string {
  return `${pan.slice(0, 2)}XXXXX${pan.slice(-3)}`;
}

/** Only the last four digits ever exist in our tables. Rule: LEND-3 */
export function maskAadhaar(lastFour: string): string {
  return `XXXX XXXX ${lastFour.slice(-4)}`;
}

/** 1990-01-31 → 1990-••-•• */
export function maskBirth(date: string): string {
  return `${date.slice(0, 4)}-••-••`;
}

/** Rule: LEND-3 */
export function maskCard(lastFour: string): string {
  return `•••• ${lastFour.slice(-4)}`;
}

/** 9876543210 → XXXXXX3210: the end, by which people know a number and staff look for it. */
export function maskMobile(mobile: string): string {
  return `XXXXXX${mobile.slice(-4)}`;
}

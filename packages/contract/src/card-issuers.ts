import type { CardBank } from './constants.ts';

/**
 * Leading digits that Indian merchants publish as credit cards of a bank (their lists of cards for EMI offers; SBI Card
 * and Kotak from lists of card identification in open source). It is deliberately short: a prefix that two lists give to
 * different banks is left out, and so are Citibank's, whose cards another bank services since 2024. It only fills in
 * a choice the person may change, so what is missing costs one more press, and a wrong entry would cost a bill not
 * found.
 */
const PREFIXES: readonly (readonly [CardBank, string])[] = [
  [
    'HDFC Bank',
    `404276 405028 418136 434677 434678 436306 436520 437546 457262 457704 461786 461787 467741 467742 485498 485499
     488994 489376 489377 517635 517652 522852 524111 524181 524216 524368 524877 524931 528945 532961 532973 533744
     545226 545964 552088 552260 552274 552344 552385 552394 553583 556042 556620 558818 558983`,
  ],
  [
    'ICICI Bank',
    `402368 402369 405533 407651 407652 407659 437551 444341 447746 447747 447748 447758 461133 462986 462987 470573
     474846 517637 517638 517653 517654 517719 523951 524193 524376 525996 540282 545207 547467 552418`,
  ],
  ['State Bank of India', '472642'],
  ['Kotak Mahindra Bank', '414767'],
  [
    'Standard Chartered Bank',
    `402874 412903 412904 412905 419607 429344 454198 456398 457036 462270 462271 462272 462273 466269 466271 523988
     523990 540460 540461 540711 543186 544438 547359 549124 549132 553160 554374 554375 554378 554623 558959`,
  ],
];

/** The bank of a credit card by its first six digits; undefined while they are too few or unknown here. */
export function cardBank(digits: string): CardBank | undefined {
  const prefix = /^\d{6}/.exec(digits)?.[0];
  if (prefix === undefined) return undefined;
  return PREFIXES.find(([, prefixes]) => prefixes.includes(prefix))?.[0];
}

import { isPinCode } from './identifiers.ts';
import type { StateCode } from './states.ts';

/**
 * Beginnings of PIN codes by state; the longest that fits decides. A `?` is shared by several states: it says none.
 *
 * Source: the Department of Posts' PIN code directory (postal circles by the first two digits, sorting districts by three).
 * Where a sorting district lies in two states it is named with `?`, unless its own offices are known one by one.
 */
const BEGINNINGS: Readonly<Record<StateCode | '?', string>> = {
  '01': '180 181 182 183 184 185 186 187 188 189 190 191 192 193',
  '38': '194',
  '02': '171 172 173 174 175 176 177',
  '03': '140 141 142 143 144 145 146 147 148 149 15',
  // Mohali, which is Punjab, has offices under 160.
  '04': '1600 160101 160102',
  '05': '248 249 263',
  '06': '12 13',
  '07': '11',
  '08': '30 31 32 33 34',
  '09': '20 21 22 23 240 241 242 243 245 25 260 261 264 27 28',
  '10': '800 801 802 803 804 805 811 812 821 823 824 84 850 851 852 853 854 855',
  '11': '737',
  '12': '790 791 792',
  '13': '797 798',
  '14': '795',
  '15': '796',
  '16': '799',
  '17': '793 794',
  '18': '78',
  '19': '70 71 72 730 731 732 733 734 735 736 738 739 740 741 742 743',
  '20': '815 816 822 825 826 827 828 829 83',
  '21': '75 76 77',
  '22': '49',
  '23': '45 46 47 48',
  '24': '36 37 38 39',
  '26': '362520 362540 396210 396215 396220 396230 396235 396240',
  '27': '400 401 402 404 405 41 42 43 44',
  '29': '56 57 58 59',
  '30': '403',
  '31': '68255',
  '32': '67 68 69',
  '33': '60 61 62 63 64',
  '34': '533464 673310',
  '35': '744',
  '36': '50',
  '37': '51 52 53',
  // Mohali; Moradabad, Bijnor, Saharanpur and Pilibhit with Uttarakhand; Bhagalpur and Banka with Santhal Pargana; Khammam with
  // Andhra; Puducherry, Bahour and Karaikal with Tamil Nadu.
  '?': '160055 160059 160062 160071 244 246 247 262 813 814 507 605 6074 6096',
};

const STATE_BY_BEGINNING: ReadonlyMap<string, StateCode | '?'> = new Map(
  (Object.keys(BEGINNINGS) as (StateCode | '?')[]).flatMap((code) =>
    BEGINNINGS[code].split(' ').map((beginning) => [beginning, code] as const),
  ),
);

/** The state a PIN code lies in; undefined where it says none: shared, of the army's post, or no PIN code. Rule: LEND-F2 */
export function stateOfPinCode(pinCode: string): StateCode | undefined {
  if (!isPinCode(pinCode)) return undefined;
  const code = areaOf(pinCode);
  return code === '?' ? undefined : code;
}

/** By the longest known beginning; undefined where no office has one. */
function areaOf(pinCode: string): StateCode | '?' | undefined {
  for (let length = pinCode.length; length >= 2; length -= 1) {
    const code = STATE_BY_BEGINNING.get(pinCode.slice(0, length));
    if (code !== undefined) return code;
  }
  return undefined;
}

/** Six digits on their own, in one or in two halves. A stroke beside further digits makes them a part of a longer number, such as a phone's. */
const PLAIN = /(?<!\d|\d-)[1-9]\d{2} ?\d{3}(?!\d)/g;
/** The two halves with a stroke between them; a range of houses looks the same. */
const WITH_STROKE = /(?<!\d|\d-)[1-9]\d{2}-\d{3}(?!\d|-\d)/g;
const AFTER_PIN = /(?<![\p{L}\p{M}])(?:pin|पिन)(?:\s?(?:code|कोड))?[\s.:-]*$/iu;
const AFTER_PLACE = /[\p{L}\p{M}]{3,}[\s,.:-]*$/u;
const AFTER_DOOR =
  /\b(?:flats?|houses?|shops?|plots?|rooms?|doors?|units?|offices?|blocks?|sector|survey|nos?|numbers?)[\s,.:-]*$/i;
const AT_END = /^[\s,.]*$/;
/** Flats or houses in a row are fewer. */
const RANGE_MAX = 100;
const DEVANAGARI_ZERO = 0x09_66;

/**
 * The PIN code in an address: six digits on their own, also written `411 001` or `४११००१`, the last of them; undefined without one.
 * `411-001` is read where none is written plainly, behind the word PIN or as the end of the address behind a place; `401-402` is
 * read behind the word PIN alone.
 */
export function pinCodeIn(address: string): string | undefined {
  const text = address.replaceAll(/[०-९]/g, (digit) => String(digit.charCodeAt(0) - DEVANAGARI_ZERO));
  const found = [...text.matchAll(PLAIN)].at(-1) ?? [...text.matchAll(WITH_STROKE)].findLast(isPinWithStroke);
  return found?.[0].replace(/[ -]/, '');
}

/** Flats that lie together, such as `401-402`: most PIN codes have a second half below their first. */
function isRange(code: string): boolean {
  const [first = 0, last = 0] = code.split('-').map(Number);
  return first < last && last - first < RANGE_MAX;
}

function isPinWithStroke({ 0: code, index, input }: RegExpExecArray): boolean {
  if (areaOf(code.replace('-', '')) === undefined) return false;
  const before = input.slice(0, index);
  if (AFTER_PIN.test(before)) return true;
  if (isRange(code)) return false;
  const isAtEnd = AT_END.test(input.slice(index + code.length));
  return isAtEnd && AFTER_PLACE.test(before) && !AFTER_DOOR.test(before);
}

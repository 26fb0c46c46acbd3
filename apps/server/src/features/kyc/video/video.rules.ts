import { iso1A2Code } from '@rapideditor/country-coder';

/** A phrase counts for this long. */
export const CHALLENGE_MINUTES = 15;
/** Long enough after the phrase has run out. */
export const PARTS_KEPT_MINUTES = 60;

const DIGITS = 4;
const WORDS = 3;

/** Everyday words, in both scripts: a reader of either script can say them. */
const VOCABULARY = [
  ['aam', 'आम'],
  ['nadi', 'नदी'],
  ['suraj', 'सूरज'],
  ['chand', 'चाँद'],
  ['phool', 'फूल'],
  ['kitab', 'किताब'],
  ['pahad', 'पहाड़'],
  ['ghar', 'घर'],
  ['dost', 'दोस्त'],
  ['baarish', 'बारिश'],
  ['patang', 'पतंग'],
  ['machhli', 'मछली'],
  ['hathi', 'हाथी'],
  ['bansuri', 'बाँसुरी'],
  ['naav', 'नाव'],
  ['jungle', 'जंगल'],
  ['pankha', 'पंखा'],
  ['kamal', 'कमल'],
  ['bazaar', 'बाज़ार'],
  ['school', 'स्कूल'],
  ['station', 'स्टेशन'],
  ['cricket', 'क्रिकेट'],
  ['cycle', 'साइकिल'],
  ['tamatar', 'टमाटर'],
  ['badal', 'बादल'],
  ['samosa', 'समोसा'],
  ['sitara', 'सितारा'],
  ['khidki', 'खिड़की'],
  ['darwaza', 'दरवाज़ा'],
  ['chabi', 'चाबी'],
  ['gaadi', 'गाड़ी'],
  ['titli', 'तितली'],
  ['mor', 'मोर'],
  ['sher', 'शेर'],
  ['gulab', 'गुलाब'],
  ['kela', 'केला'],
  ['anaar', 'अनार'],
  ['lassi', 'लस्सी'],
  ['roti', 'रोटी'],
  ['chai', 'चाय'],
] as const;

/** Makes a phrase that cannot have been recorded before: digits, then words. `pick` answers a random whole number below its argument. */
export function makePhrase(pick: (below: number) => number): string {
  const digits = Array.from({ length: DIGITS }, () => pick(10)).join(' ');
  const left = [...VOCABULARY];
  const words = Array.from({ length: WORDS }, () => {
    const [[latin, hindi]] = left.splice(pick(left.length), 1) as [(typeof VOCABULARY)[number]];
    return `${latin} (${hindi})`;
  });
  return [digits, ...words].join(', ');
}

/** Rule: LEND-24. The recording is made inside India. */
export function isInIndia(place: { readonly latitude: number; readonly longitude: number }): boolean {
  return iso1A2Code([place.longitude, place.latitude]) === 'IN';
}

/** True when every part of a recording that is said to have this many parts has arrived. */
export function isWhole(received: readonly number[], partCount: number): boolean {
  const known = new Set(received);
  return Array.from({ length: partCount }, (_, index) => index).every((index) => known.has(index));
}

import { hash } from 'node:crypto';

/**
 * The mark of the browser that an account signed up on, equal for two accounts of one browser; null where it gave no name. Whoever
 * sees it learns nothing that makes a browser known: it is a hash of a name that is random.
 */
export function signUpDeviceHash(name: string | null): Buffer | null {
  return name === null ? null : hash('sha256', `sign-up device ${name}`, 'buffer');
}

/** The browser and the system of a device, in names people know. Null where its user agent names none we know. */
export interface DeviceName {
  readonly browser: string | null;
  readonly system: string | null;
}

type Sign = readonly [mark: RegExp, name: string];

/** The first that fits: most browsers also claim to be those they came after. */
const BROWSERS: readonly Sign[] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\b(OPR|Opera|OPT)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bVersion\/[\d.]+.*\bSafari\//, 'Safari'],
];
const SYSTEMS: readonly Sign[] = [
  [/\bAndroid\b/, 'Android'],
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bWindows\b/, 'Windows'],
  [/\bMacintosh\b/, 'Mac'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
];

/** The names in a user agent's line. Anybody can send any line: it helps its owner to tell devices apart, nothing more. */
export function deviceNameOf(userAgent: string | null): DeviceName {
  const find = (signs: readonly Sign[]) => signs.find(([mark]) => mark.test(userAgent ?? ''))?.[1] ?? null;
  return { browser: find(BROWSERS), system: find(SYSTEMS) };
}

import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { dictionary } from '@zxcvbn-ts/language-common';
import { AuthError, invalid } from './auth.errors.ts';
import type { Vault } from '@mohlat/platform/crypto/vault.ts';
import { turnOf } from '@mohlat/platform/http/client-address.ts';
import { Semaphore } from '@mohlat/platform/pools/semaphore.ts';
import { verifyImported } from './auth.imported-passwords.ts';

/** Cost of one hash: memory in KiB, and passes over it. */
export interface HashCost {
  readonly memoryKib: number;
  readonly passes: number;
}

/** argon2id with 19 MiB, two passes, one lane: the least OWASP names. Runs in the thread pool, not on the event loop. */
export const HASH_COST: HashCost = { memoryKib: 19_456, passes: 2 };
const LANES = 1;
const TAG_BYTES = 32;
const SALT_BYTES = 16;
/** As the protocol has it, whose other servers cannot read more: 72 Latin characters, 24 of Hindi. */
const BYTES_MAX = 72;
/** Guessing cost grows no more after this, looking does. */
const JUDGED_LENGTH_MAX = 64;

const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

/**
 * A hash takes a core for some 30 ms and a thread of libuv, which has four: one is left for files and names. Log-ins have their
 * own, so that no flood of sign-ups delays them; each is shared by turns among client addresses.
 */
const QUEUE = { queueMax: 64, queuePerKeyMax: 32 } as const;
const proving = new Semaphore({ permits: 2, ...QUEUE });
const making = new Semaphore({ permits: 1, ...QUEUE });
/** Programs that administer accounts take turns with people's addresses, all of them as one. */
export const PROGRAM = 'admin';

type Derive = (algorithm: 'argon2id', parameters: Argon2Parameters) => Promise<Buffer>;
const derive: Derive = promisify(argon2);

/** Stored passwords: made, proven, and told when they are to be made again. */
export interface Passwords {
  /**
   * Hashes a password for storage: a PHC string, with a salt of its own unless one is given. `by` is the client's address. Throws
   * busy.
   */
  hash(by: string, password: string, salt?: Buffer): Promise<string>;
  /**
   * Whether the password made the hash. Without a hash it takes as long and says no. `by` is the client's address. Throws busy.
   */
  verify(by: string, password: string, stored: string | null | undefined): Promise<boolean>;
  /** The same for several hashes with one salt, at the cost of one. */
  verifyAny(by: string, password: string, hashes: readonly string[]): Promise<boolean>;
  /** Whether a hash that was just proven is to be made again: it came from elsewhere, or costs something else by now. */
  isOutdated(stored: string): boolean;
}

/** All of one process share the threads, whatever their hashes cost. */
export function createPasswords({ memoryKib, passes }: HashCost = HASH_COST): Passwords {
  const head = `$argon2id$v=19$m=${memoryKib},t=${passes},p=${LANES}$`;
  /** Stands in for the hash of an account that is not there, so that both cost the same. */
  const dummy = `${head}${unpadded(Buffer.alloc(SALT_BYTES, 7))}$${unpadded(Buffer.alloc(TAG_BYTES))}`;
  const isOutdated = (stored: string) => !stored.startsWith(head);
  const isAnyRight = async (password: string, hashes: readonly string[]) => {
    const [stored] = hashes;
    const imported = stored && isOutdated(stored) ? await verifyImported(password, stored) : undefined;
    return imported ?? isAnyMadeOf(password, hashes, dummy);
  };
  const verifyAny = (by: string, password: string, hashes: readonly string[]) =>
    proving.run(turnOf(by), () => isAnyRight(password, hashes));
  return {
    isOutdated,
    verifyAny,
    verify: (by, password, stored) => verifyAny(by, password, stored ? [stored] : []),
    async hash(by, password, salt = randomBytes(SALT_BYTES)) {
      const tag = await making.run(turnOf(by), () =>
        derive('argon2id', parameters(password, salt, memoryKib, passes, LANES, TAG_BYTES)),
      );
      return `${head}${unpadded(salt)}$${unpadded(tag)}`;
    },
  };
}

/** The salt of the passwords that wait for one address: so are they told apart, or found to be one, at the cost of one. */
export function saltOf(vault: Vault, address: string): Buffer {
  return vault.fingerprint(address, 'auth.sign-up-salt').subarray(0, SALT_BYTES);
}

async function isAnyMadeOf(password: string, hashes: readonly string[], dummy: string): Promise<boolean> {
  const [, memory, passes, lanes, salt = '', firstTag = ''] =
    PHC.exec(hashes[0] ?? '') ?? PHC.exec(dummy) ?? [];
  const actual = await derive(
    'argon2id',
    parameters(
      password,
      Buffer.from(salt, 'base64'),
      Number(memory),
      Number(passes),
      Number(lanes),
      Buffer.from(firstTag, 'base64').length,
    ),
  );
  return hashes.some((hash) => {
    const [, , , , itsSalt, tag = ''] = PHC.exec(hash) ?? [];
    const expected = Buffer.from(tag, 'base64');
    return itsSalt === salt && expected.length === actual.length && timingSafeEqual(actual, expected);
  });
}

function parameters(
  password: string,
  nonce: Buffer,
  memory: number,
  passes: number,
  lanes: number,
  tagLength: number,
): Argon2Parameters {
  return { message: Buffer.from(password), nonce, memory, passes, parallelism: lanes, tagLength };
}

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}

/** The rules a password must meet. */
export interface PasswordRules {
  readonly passwordLengthMin: number;
  readonly passwordCharacters: readonly string[];
  /** Its own name is what a guesser tries first. */
  readonly productName: string;
}

export interface Weakness {
  readonly message: string;
  readonly reasons: readonly string[];
}

interface Judging {
  /** The length alone costs nothing, which suits a sign-in. */
  readonly judged?: 'all' | 'length';
  /** Addresses and numbers of the person: what stands in them is tried first. */
  readonly about?: readonly (string | null | undefined)[];
}

/** Lists why a password is refused; undefined when it is accepted. `pwned` is the protocol's word for a common password. */
export function findWeakness(
  password: string,
  { passwordLengthMin: lengthMin, passwordCharacters: sets, productName }: PasswordRules,
  { judged = 'all', about = [] }: Judging = {},
): Weakness | undefined {
  const length = `Password should be at least ${lengthMin} characters.`;
  const found = Array.from(password).length < lengthMin ? [['length', length] as const] : [];
  const isPoor = sets.some((set) => !Array.from(set).some((character) => password.includes(character)));
  const characters = `Password should contain at least one character of each: ${sets.join(', ')}.`;
  const all = isPoor ? [...found, ['characters', characters] as const] : found;
  if (all.length > 0)
    return {
      reasons: all.map(([reason]) => reason),
      message: all.map(([, message]) => message).join(' '),
    };
  if (judged === 'all' && isTriedFirst(password.slice(0, JUDGED_LENGTH_MAX), productName, about))
    return {
      reasons: ['pwned'],
      message: 'Password is known to be weak and easy to guess, please choose a different one.',
    };
  return undefined;
}

let common: ReadonlySet<string> | undefined;
/** A shorter name is part of too many words. */
const NAME_LENGTH_MIN = 5;
/** One sign, or a few, over and over. */
const OVER_AND_OVER = /^(.{1,6}?)\1+$/s;
const LETTER_OF: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'l',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
};

/** Whether an attacker who guesses comes by it early. Looked up, not weighed: weighing stops the server for a second. */
function isTriedFirst(
  password: string,
  productName: string,
  about: readonly (string | null | undefined)[],
): boolean {
  // The list takes a moment to read: at the first use, not at the start.
  common ??= new Set(dictionary['passwords-common'].map(String));
  const plain = password.toLowerCase();
  if (common.has(plain) || OVER_AND_OVER.test(plain)) return true;
  const own = about.flatMap((one) => (one ? namesIn(one) : []));
  return [productName.toLowerCase(), ...own].some((name) => isAround(plain, name));
}

/** The part of an address that names a person; a number with and without its country's code. */
function namesIn(contact: string): string[] {
  const name = contact
    .split('@')[0]!
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '');
  const digits = /^\d+$/.test(name) ? [name.slice(-10)] : [];
  return [name, ...digits].filter((one) => one.length >= NAME_LENGTH_MIN);
}

/** Whether a password is a name with nothing but figures and signs around it, some of its letters written as figures or not. */
function isAround(plain: string, name: string): boolean {
  const core = plain.replace(/^[^a-z]+|[^a-z]+$/g, '');
  const spelt = Array.from(core, (sign) => LETTER_OF[sign] ?? sign).join('');
  return [plain, spelt].some((text) => {
    const signs = text.replace(/[^a-z0-9]/g, '');
    return signs.includes(name) && !/[a-z]/.test(signs.replaceAll(name, ''));
  });
}

/** Throws validation_failed for a password that is too long. */
export function assertNotTooLong(password: string): void {
  if (Buffer.byteLength(password) > BYTES_MAX) throw invalid('Password cannot be longer than 72 characters');
}

/** Throws validation_failed or weak_password for a password that may not be set. */
export function assertAcceptable(password: string, rules: PasswordRules, about: Judging['about'] = []): void {
  assertNotTooLong(password);
  const weakness = findWeakness(password, rules, { about });
  if (weakness)
    throw new AuthError('weak_password', {
      message: weakness.message,
      weakPasswordReasons: weakness.reasons,
    });
}

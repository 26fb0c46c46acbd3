import { type Argon2Parameters, argon2, createCipheriv, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { ThreadPool } from '@mohlat/platform/pools/thread-pool.ts';
import type { BcryptOrder } from './auth.bcrypt.thread.ts';

/** Password hashes that come with accounts from elsewhere. The first sign-in turns them into our own. */
const BCRYPT = /^\$2[aby]\$(\d\d)\$[./A-Za-z0-9]{53}$/;
const ARGON2 = /^\$(argon2i|argon2id)\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;
const FIREBASE =
  /^\$fbscrypt\$v=1,n=(\d+),r=(\d+),p=(\d+)(?:,ss=([A-Za-z0-9+/=]+))?,sk=([A-Za-z0-9+/=]+)\$([A-Za-z0-9+/=]+)\$([A-Za-z0-9+/=]+)$/;

/** The upper bounds on the cost of a hash: a sign-in must not stop the server. */
const BCRYPT_COST_MAX = 13;
const MEMORY_KIB_MAX = 131_072;
const PASSES_MAX = 10;
const SCRYPT_BLOCKS_MAX = 15;

/** bcrypt is JavaScript here, and a cost of 13 takes a second: never on the event loop. Log-ins wait for their turn before. */
const comparing = new ThreadPool<BcryptOrder, boolean>({
  entry: new URL('./auth.bcrypt.thread.ts', import.meta.url),
  queueMax: 8,
});

/** Whether a hash can be checked here. */
export function isKnownHash(stored: string): boolean {
  return findScheme(stored) !== undefined;
}

/** Whether the password made a hash from elsewhere; undefined when the hash is of no kind known here. */
export async function verifyImported(password: string, stored: string): Promise<boolean | undefined> {
  return findScheme(stored)?.(password);
}

type Check = (password: string) => Promise<boolean>;
type Derive = (algorithm: 'argon2i' | 'argon2id', parameters: Argon2Parameters) => Promise<Buffer>;
const derive: Derive = promisify(argon2);

function findScheme(stored: string): Check | undefined {
  const cost = Number(BCRYPT.exec(stored)?.[1] ?? Infinity);
  if (cost >= 4 && cost <= BCRYPT_COST_MAX)
    return (password) => comparing.run('bcrypt', { password, stored });
  return argon2Check(stored) ?? firebaseCheck(stored);
}

function argon2Check(stored: string): Check | undefined {
  const [, name, memory, passes, lanes, salt = '', tag = ''] = ARGON2.exec(stored) ?? [];
  if (name === undefined) return undefined;
  const expected = Buffer.from(tag, 'base64');
  const nonce = Buffer.from(salt, 'base64');
  const cost = { memory: Number(memory), passes: Number(passes), parallelism: Number(lanes) };
  const isDear = cost.memory > MEMORY_KIB_MAX || cost.passes > PASSES_MAX || cost.parallelism > 16;
  const isShort = expected.length < 16 || nonce.length < 8 || cost.passes < 1 || cost.parallelism < 1;
  if (isDear || isShort || cost.memory < 8 * cost.parallelism) return undefined;
  return async (password) => {
    const message = Buffer.from(password);
    const algorithm = name === 'argon2i' ? 'argon2i' : 'argon2id';
    const actual = await derive(algorithm, { message, nonce, ...cost, tagLength: expected.length });
    return timingSafeEqual(actual, expected);
  };
}

/** Firebase enciphers its signer key with what scrypt makes of the password. */
function firebaseCheck(stored: string): Check | undefined {
  const [, n, r, p, separator = '', signer = '', salt = '', tag = ''] = FIREBASE.exec(stored) ?? [];
  if (n === undefined) return undefined;
  const cost = { blocks: Number(n), r: Number(r), p: Number(p) };
  if (cost.blocks < 1 || cost.blocks > SCRYPT_BLOCKS_MAX || cost.r < 1 || cost.r > 16) return undefined;
  if (cost.p < 1 || cost.p > 4) return undefined;
  const expected = Buffer.from(tag, 'base64');
  const options = { N: 2 ** cost.blocks, r: cost.r, p: cost.p, maxmem: 256 * 1024 * 1024 };
  return (password) =>
    new Promise((resolve, reject) => {
      const seed = Buffer.concat([Buffer.from(salt, 'base64'), Buffer.from(separator, 'base64')]);
      scrypt(password, seed, 32, options, (error, key) => {
        if (error) return reject(error);
        const cipher = createCipheriv('aes-256-ctr', key, Buffer.alloc(16));
        const actual = Buffer.concat([cipher.update(Buffer.from(signer, 'base64')), cipher.final()]);
        return resolve(actual.length === expected.length && timingSafeEqual(actual, expected));
      });
    });
}

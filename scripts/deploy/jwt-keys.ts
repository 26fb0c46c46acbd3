import { newJwtKeys } from '../../apps/server/src/platform/config/config.ts';

/** The steps in which the key of the access tokens is changed, each behind the one before. */
export const JWT_STEPS = ['add', 'switch', 'remove'] as const;
export type JwtStep = (typeof JWT_STEPS)[number];

interface Jwk {
  readonly kid?: string;
  readonly key_ops?: readonly string[];
  /** The instant at which `add` made it, until it signs; the product reads past this member and the next. */
  readonly added_at?: string | undefined;
  /** The instant at which another key took its place. */
  readonly retired_at?: string;
}

/** A step that may not be taken on this set, with the sentence that says why. */
export class StepError extends Error {}

/** The life of an access token where `AUTH_ACCESS_TOKEN_SECONDS` is not set. */
const TOKEN_SECONDS = 3600;

/** The tokens of an old key that is to be removed, as far as they are known. */
interface OldTokens {
  readonly tokenSeconds: number;
  /** Since when the last process signs with the new key. A process signs with the old one until it is restarted. */
  readonly restartedAt: Date | undefined;
}

/** The longest life of a token of the old key. The command may run without the setting, or the setting may have been longer than now. */
export const oldTokenSeconds = (configured: number): number => Math.max(TOKEN_SECONDS, configured);

/** Whether a word names one instant: a time without its zone would be another one on each machine. */
export const isInstant = (word: string): boolean =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)$/.test(word) &&
  !Number.isNaN(Date.parse(word));

/**
 * Takes a step on a private JWK set: adds a fresh key that verifies alone, gives it `sign` and takes that from the old, or removes the
 * old. Answers the new set. Throws a StepError where the step before is missing, or where tokens of the old key may still live.
 */
export async function takeJwtStep(
  step: JwtStep,
  text: string,
  now: Date,
  tokens: OldTokens = { tokenSeconds: TOKEN_SECONDS, restartedAt: undefined },
): Promise<string> {
  const keys = readKeys(text);
  const signing = keys.filter((key) => key.key_ops?.includes('sign'));
  const others = keys.filter((key) => !signing.includes(key));
  const retired = others.filter((key) => key.retired_at !== undefined);
  const waiting = others.filter((key) => key.retired_at === undefined && key.added_at !== undefined);
  // One that lost its `sign` by hand looks like a new one, and may have leaked: it never signs again.
  const strange = others.filter((key) => !retired.includes(key) && !waiting.includes(key));
  const [present] = signing;
  if (present === undefined || signing.length > 1)
    throw new StepError('The set has no key, or several, whose key_ops has "sign".');
  // Given `sign` by hand it has the member still, and would wait to be switched to as soon as it loses that again.
  const signer = { ...present, added_at: undefined };
  if (strange.length > 0 && step !== 'remove')
    throw new StepError(
      `${idOf(strange)} verifies alone, and no step made it so. An old key is taken away first, when its last token has run out: npm run keys -- jwt remove <file> --restarted <instant>, since when the last process does not sign with it.`,
    );
  switch (step) {
    case 'add': {
      if (waiting.length > 0) throw new StepError(`${idOf(waiting)} waits already: switch is the next step.`);
      if (retired.length > 0) throw new StepError(`${idOf(retired)} is to go first: remove it.`);
      const [fresh] = readKeys(await newJwtKeys());
      return write([signer, { ...fresh, key_ops: ['verify'], added_at: now.toISOString() }]);
    }
    case 'switch': {
      const [next] = waiting;
      if (next === undefined || waiting.length > 1)
        throw new StepError('No key waits, or several: add is the step before, and adds one.');
      const old = { ...signer, key_ops: ['verify'], retired_at: now.toISOString() };
      return write([{ ...next, key_ops: ['sign', 'verify'], added_at: undefined }, old, ...retired]);
    }
    case 'remove': {
      const old = [...retired, ...strange];
      if (old.length === 0) throw new StepError('No key is to go: switch is the step before.');
      refuseWhileBelieved(old, now, tokens);
      return write([signer, ...waiting]);
    }
  }
}

/** Throws where a token of one of the keys may still be good, counted from the restart of the last process. */
function refuseWhileBelieved(
  keys: readonly Jwk[],
  now: Date,
  { tokenSeconds, restartedAt }: OldTokens,
): void {
  if (restartedAt === undefined)
    throw new StepError(
      `Say since when the last process does not sign with ${idOf(keys)}: --restarted <instant>.`,
    );
  if (
    keys.some(({ retired_at }) => retired_at !== undefined && restartedAt.getTime() < Date.parse(retired_at))
  )
    throw new StepError(
      'The last process was restarted before the switch, and signs with the old key still.',
    );
  if (restartedAt > now) throw new StepError('The restart of the last process is still to come.');
  const until = restartedAt.getTime() + oldTokenSeconds(tokenSeconds) * 1000;
  if (now.getTime() < until)
    throw new StepError(`Tokens of ${idOf(keys)} may live until ${new Date(until).toISOString()}.`);
}

function readKeys(text: string): readonly Jwk[] {
  try {
    const { keys } = JSON.parse(text) as { keys: readonly Jwk[] };
    if (keys.every((key) => typeof key === 'object')) return keys;
  } catch {
    // It is told below.
  }
  throw new StepError('The file holds no JWK set.');
}

const write = (keys: readonly Jwk[]): string => JSON.stringify({ keys });

const idOf = (keys: readonly Jwk[]): string => keys.map(({ kid }) => kid ?? 'a key without a kid').join(', ');

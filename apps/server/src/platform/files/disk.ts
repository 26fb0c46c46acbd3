import { mkdirSync } from 'node:fs';
import { readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Disk } from 'flydrive';
import { FSDriver } from 'flydrive/drivers/fs';
import { machineClock } from '#platform/clock/clock.ts';
import { ConfigError, type Config, readSecret } from '#platform/config/config.ts';
import { newId } from '#platform/crypto/ids.ts';
import { ERASED, PARTS, placeWhole } from './whole.ts';

const DEFAULT_REGION = 'ap-south-1';
/** A bucket that is away is told within the time a request has; three tries are made of each call. */
const CONNECT_MS = 2000;
const ANSWER_MS = 10_000;
/** A file that is still being written is far younger. */
const PART_MS = 3_600_000;
/** Copies are made each minute: by then every one has read a marker of an erasure, or somebody knows that it has not. */
const MARKER_MS = 90 * 86_400_000;

/**
 * A folder whose files appear whole and on the disk, or not at all. One that is erased leaves a marker, by which a copy of the folder
 * tells it from one that was lost (decision 193).
 */
class WholeFiles extends FSDriver {
  readonly #location: string;

  constructor(location: string) {
    super({ location, visibility: 'private' });
    this.#location = location;
  }

  override put(...[key, contents, options]: Parameters<FSDriver['put']>): Promise<void> {
    const part = join(PARTS, newId());
    return placeWhole(join(this.#location, key), join(this.#location, part), () =>
      super.put(part, contents, options),
    );
  }

  /** The marker first: between the two the file is there, and no copy takes it for lost. */
  override async delete(key: string): Promise<void> {
    try {
      await this.#mark(key);
    } catch (error) {
      if (!isFull(error)) throw error;
      // A full disk has room for the marker once the file is gone.
      await super.delete(key);
      await this.#mark(key);
    }
    await super.delete(key);
  }

  #mark(key: string): Promise<void> {
    const part = join(this.#location, PARTS, newId());
    return placeWhole(join(this.#location, ERASED, key), part, () => writeFile(part, '', { mode: 0o600 }));
  }
}

/** A command may be run by somebody who may read here, and no more. */
function makeIfMay(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch (error) {
    if (!['EACCES', 'EROFS'].includes((error as { code?: string }).code ?? '')) throw error;
  }
}

/** Opens the place files lie in: a folder of DATA_DIR, or a bucket that speaks S3. Throws ConfigError. */
export async function openDisk({ env, dataDir }: Pick<Config, 'env' | 'dataDir'>): Promise<Disk> {
  const kind = env.FILES || 'disk';
  if (kind === 'disk') {
    const location = join(dataDir, 'files');
    mkdirSync(location, { recursive: true, mode: 0o700 });
    makeIfMay(join(location, ERASED));
    await removeOld(join(location, PARTS), PART_MS);
    await removeOld(join(location, ERASED), MARKER_MS);
    return new Disk(new WholeFiles(location));
  }
  if (kind !== 's3') throw new ConfigError(`FILES is "${kind}"; use disk or s3`);
  const bucket = env.FILES_S3_BUCKET;
  if (!bucket) throw new ConfigError('FILES_S3_BUCKET is missing: name the bucket files lie in');
  const endpoint = env.FILES_S3_ENDPOINT;
  const accessKeyId = readSecret(env, 'FILES_S3_ACCESS_KEY_ID');
  const secretAccessKey = readSecret(env, 'FILES_S3_SECRET_ACCESS_KEY');
  // Large, and most installations have no bucket: it is loaded where it is wanted.
  const { S3Driver } = await import('flydrive/drivers/s3');
  return new Disk(
    new S3Driver({
      bucket,
      visibility: 'private',
      supportsACL: false,
      requestHandler: {
        connectionTimeout: CONNECT_MS,
        requestTimeout: ANSWER_MS,
        throwOnRequestTimeout: true,
      },
      region: env.FILES_S3_REGION || DEFAULT_REGION,
      ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
      // Without keys of its own the machine's role counts.
      ...(accessKeyId && secretAccessKey ? { credentials: { accessKeyId, secretAccessKey } } : {}),
    }),
  );
}

const isFull = (error: unknown) =>
  ['ENOSPC', 'EDQUOT'].includes(String((error as NodeJS.ErrnoException).code));

/** Removes old files of a folder: what processes that died left half written, and old markers. Another process may be writing beside this one. */
async function removeOld(folder: string, afterMs: number): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  for (const entry of entries.filter((one) => one.isFile())) {
    const path = join(entry.parentPath, entry.name);
    const found = await stat(path).catch(() => undefined);
    if (found && machineClock.now().getTime() - found.mtimeMs > afterMs)
      // A command may be run by somebody who may read here, and no more.
      await rm(path, { force: true }).catch(() => undefined);
  }
}

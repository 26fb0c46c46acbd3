import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Disk } from 'flydrive';
import { FSDriver } from 'flydrive/drivers/fs';
import { ConfigError, type Config, readSecret } from '#platform/config/config.ts';

const DEFAULT_REGION = 'ap-south-1';
/** A bucket that is away is told within the time a request has; three tries are made of each call. */
const CONNECT_MS = 2000;
const ANSWER_MS = 10_000;

/** Opens the place files lie in: a folder of DATA_DIR, or a bucket that speaks S3. Throws ConfigError. */
export async function openDisk({ env, dataDir }: Pick<Config, 'env' | 'dataDir'>): Promise<Disk> {
  const kind = env.FILES || 'disk';
  if (kind === 'disk') {
    const location = join(dataDir, 'files');
    mkdirSync(location, { recursive: true, mode: 0o700 });
    return new Disk(new FSDriver({ location, visibility: 'private' }));
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

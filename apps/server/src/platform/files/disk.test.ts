import { spawnSync } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDisk } from './disk.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'mohlat-disk-'));
const parts = join(dataDir, 'files/.parts');
/** As much of a bucket as is asked of it: objects by path, in memory. */
const objects = new Map<string, Buffer>();
const authorizations: string[] = [];
const bucket = createServer((request, response) => {
  const key = (request.url ?? '').split('?')[0] ?? '';
  authorizations.push(request.headers.authorization ?? '');
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const found = objects.get(key);
    if (request.method === 'PUT') objects.set(key, Buffer.concat(chunks));
    if (request.method === 'DELETE') objects.delete(key);
    const isMissing = found === undefined && (request.method === 'GET' || request.method === 'HEAD');
    response.writeHead(isMissing ? 404 : request.method === 'DELETE' ? 204 : 200);
    response.end(request.method === 'GET' ? found : undefined);
  });
});
let endpoint = '';
beforeAll(async () => {
  await new Promise<void>((resolve) => bucket.listen(0, '127.0.0.1', resolve));
  endpoint = `http://127.0.0.1:${(bucket.address() as AddressInfo).port}`;
});
afterAll(() => {
  bucket.closeAllConnections();
  bucket.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const bytes = Buffer.from([0, 255, 1, 254, 10, 13]);

describe('the place files lie in', () => {
  test('is a folder of the data directory that no other user of the machine may enter', async () => {
    const disk = await openDisk({ env: {}, dataDir });
    await disk.put('asha/one', bytes);
    expect(Buffer.from(await disk.getBytes('asha/one')).equals(bytes)).toBe(true);
    expect(statSync(join(dataDir, 'files')).mode & 0o777).toBe(0o700);
    await disk.delete('asha/one');
    await disk.delete('asha/one');
    expect(await disk.exists('asha/one')).toBe(false);
  });

  test('given a file that is erased, then a marker says so, also where it was lost before', async () => {
    const disk = await openDisk({ env: {}, dataDir });
    await disk.put('ravi/two', bytes);
    for (const name of ['ravi/two', 'ravi/lost']) await disk.delete(name);
    expect(readdirSync(join(dataDir, 'files/.erased/ravi'))).toEqual(['lost', 'two']);
    expect(statSync(join(dataDir, 'files/.erased')).mode & 0o777).toBe(0o700);
  });

  test('given markers of erasures, when a process starts, then it removes those that every copy has long read', async () => {
    const erased = join(dataDir, 'files/.erased/ravi');
    utimesSync(join(erased, 'two'), 0, 0);
    await openDisk({ env: {}, dataDir });
    expect(readdirSync(erased)).toEqual(['lost']);
  });

  test('given a write that breaks off, nothing of the half-written file stays', () => {
    const write = `const disk = await (await import('${new URL('./disk.ts', import.meta.url).href}'))
      .openDisk({ env: {}, dataDir: '${dataDir}' });
      await disk.put('asha/long', Buffer.alloc(100_000));`;
    // The system refuses what a file has beyond 16 blocks.
    const broken = spawnSync(
      'bash',
      ['-c', 'ulimit -f 16 && exec "$0" --input-type=module -e "$1"', process.execPath, write],
      { encoding: 'utf8' },
    );
    expect(broken.stderr).toContain('EFBIG');
    expect(existsSync(join(dataDir, 'files/asha/long'))).toBe(false);
    expect(readdirSync(parts)).toEqual([]);
  });

  test('given half-written files of killed processes, when the next one starts, then it removes those without a living writer', async () => {
    for (const name of ['old', 'new']) writeFileSync(join(parts, name), 'the beginn');
    utimesSync(join(parts, 'old'), 0, 0);
    await openDisk({ env: {}, dataDir });
    expect(readdirSync(parts)).toEqual(['new']);
  });

  test('is a bucket where one is named, asked under its own keys', async () => {
    const env = {
      FILES: 's3',
      FILES_S3_BUCKET: 'recordings',
      FILES_S3_ENDPOINT: endpoint,
      FILES_S3_ACCESS_KEY_ID: 'AKEY',
      FILES_S3_SECRET_ACCESS_KEY: 'secret',
    };
    const disk = await openDisk({ env, dataDir });
    await disk.put('asha/one', bytes);
    expect([...objects.keys()]).toEqual(['/recordings/asha/one']);
    expect(objects.get('/recordings/asha/one')?.equals(bytes)).toBe(true);
    expect(Buffer.from(await disk.getBytes('asha/one')).equals(bytes)).toBe(true);
    await disk.delete('asha/one');
    expect(objects.size).toBe(0);
    expect(
      authorizations.every((one) => one.includes('Credential=AKEY/') && one.includes('/ap-south-1/s3/')),
    ).toBe(true);
  });

  test('that is none stops the start with one line', async () => {
    await expect(openDisk({ env: { FILES: 'tape' }, dataDir })).rejects.toThrow(
      'FILES is "tape"; use disk or s3',
    );
    await expect(openDisk({ env: { FILES: 's3' }, dataDir })).rejects.toThrow(/^FILES_S3_BUCKET is missing/);
  });
});

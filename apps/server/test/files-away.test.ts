import { once } from 'node:events';
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { crediting } from './crediting.ts';
import { startTestServer, type TestServer } from './harness.ts';
import type { Person } from './person.ts';

interface Door {
  readonly server: TestServer;
  readonly steps: ReturnType<typeof crediting>;
}

/** Nothing of an upload that failed: no file that is not ended, no evidence, no review. */
async function expectNothingOf({ server, steps }: Door, person: Person): Promise<void> {
  const { rows } = await server.sql.query(
    `select (select count(*)::int from stored_files f where f.user_id = u.id and f.erased_at is null) as files,
       (select count(*)::int from stored_files f where f.user_id = u.id and f.key_sealed is not null) as keys,
       (select count(*)::int from income_evidence e where e.user_id = u.id) as evidence,
       (select count(*)::int from reviews r where r.user_id = u.id and r.kind = 'income') as reviews
     from auth.users u where u.id = $1`,
    [await steps.idOf(person)],
  );
  expect(rows).toEqual([{ files: 0, keys: 0, evidence: 0, reviews: 0 }]);
}

async function expectBusy(door: Door, person: Person): Promise<void> {
  const { status, body, headers } = await door.steps.sendEvidence(person);
  expect([status, body.code, headers.get('retry-after')]).toEqual([503, 'busy', '5']);
  await expectNothingOf(door, person);
}

describe('files on a disk', () => {
  let door: Door;
  beforeAll(async () => {
    const server = await startTestServer();
    door = { server, steps: crediting(() => server) };
  });
  afterAll(() => door.server.stop());

  test('an upload that cannot be written is told busy, leaves nothing, and succeeds later', async () => {
    const person = await door.steps.applicant();
    const folder = join(door.server.dataDir, 'files', await door.steps.idOf(person));
    // A file where the folder would be: the disk refuses every caller.
    mkdirSync(join(door.server.dataDir, 'files'), { recursive: true });
    writeFileSync(folder, '');
    await expectBusy(door, person);
    rmSync(folder);
    expect((await door.steps.sendEvidence(person)).status).toBe(201);
    expect(readdirSync(folder)).toHaveLength(1);
  });
});

describe('files in a bucket', () => {
  let door: Door;
  const objects = new Set<string>();
  let isFull = false;
  const bucket = createServer((request, response) => {
    request.resume().on('end', () => {
      if (request.method === 'PUT' && isFull) {
        response.writeHead(507, { 'content-type': 'application/xml' });
        return response.end('<Error><Code>InsufficientStorage</Code><Message>full</Message></Error>');
      }
      const path = (request.url ?? '').split('?')[0]!;
      if (request.method === 'PUT') objects.add(path);
      if (request.method === 'DELETE') objects.delete(path);
      return response.writeHead(request.method === 'DELETE' ? 204 : 200).end();
    });
  });
  let port = 0;
  const open = async () => {
    bucket.listen(port, '127.0.0.1');
    await once(bucket, 'listening');
    ({ port } = bucket.address() as AddressInfo);
  };
  const shut = async () => {
    const closed = once(bucket, 'close');
    bucket.close();
    bucket.closeAllConnections();
    await closed;
  };
  beforeAll(async () => {
    await open();
    const server = await startTestServer({
      env: {
        FILES: 's3',
        FILES_S3_BUCKET: 'papers',
        FILES_S3_ENDPOINT: `http://127.0.0.1:${port}`,
        FILES_S3_ACCESS_KEY_ID: 'AKEY',
        FILES_S3_SECRET_ACCESS_KEY: 'secret',
      },
    });
    door = { server, steps: crediting(() => server) };
  });
  afterAll(async () => {
    await door.server.stop();
    if (bucket.listening) await shut();
  });

  test('an upload to a bucket that is full, or away, is told busy, leaves nothing, and succeeds later', async () => {
    const person = await door.steps.applicant();
    isFull = true;
    await expectBusy(door, person);
    await shut();
    await expectBusy(door, person);
    isFull = false;
    await open();
    expect((await door.steps.sendEvidence(person)).status).toBe(201);
    expect(objects.size).toBe(1);
  });
});

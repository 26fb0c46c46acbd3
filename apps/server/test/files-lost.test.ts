import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { AnswerOf, ChargebackDetail, getReview, Kyc, Problem } from '@mohlat/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { FIGURES } from '#features/all.ts';
import type { Tx } from '#platform/db/database.ts';
import { PDF } from './crediting.ts';
import { startTestServer, type TestServer } from './harness.ts';
import { type Person, type Reply, until } from './person.ts';
import { challengeOf, complete, handIn, promote, putPart, recording } from './recordings.ts';
import { repaying } from './repaying.ts';
import { somebody } from './steps.ts';

let server: TestServer;
let staff: Person;
const { aLoan } = repaying(() => server);
beforeAll(async () => {
  server = await startTestServer();
  await server.control('POST', '/act', { what: 'auditor_policy', policy: 'wait' });
  staff = await promote(server, await somebody(server).signUp());
});
afterAll(() => server.stop());

const said = (reply: Reply<unknown>) => [reply.status, (reply.body as Problem).code];

async function verified(): Promise<Person> {
  const person = await somebody(server).signUp();
  await person.onboard();
  return person.passKyc();
}

async function folderOf(person: Person): Promise<string> {
  const { id } = await person.ok<{ id: string }>('GET', '/me');
  return join(server.dataDir, 'files', id);
}

/** Values of the figure that an operator watches. */
async function countLost(): Promise<number> {
  const tx = { call: async (sql: string) => (await server.sql.query(sql)).rows } as unknown as Tx;
  const [sample] = await LOST.read(tx, new Date(server.now()));
  return sample!.value;
}
const LOST = FIGURES.find(({ name }) => name === 'mohlat_files_lost')!;

test('given a recording whose bytes are lost, when staff look, they are told so, and decide all the same', async () => {
  const person = await verified();
  await handIn(person);
  const [row] = (
    await server.sql.query<{ id: string }>("select id from reviews where kind = 'video' and status = 'open'")
  ).rows;
  const path = `/admin/kyc/reviews/${row!.id}`;
  const folder = await folderOf(person);
  renameSync(folder, `${folder}-away`);
  expect(said(await staff.call('GET', `${path}/file`))).toEqual([410, 'file_lost']);
  expect(await countLost()).toBe(1);
  // The facts are there still.
  expect((await staff.ok<AnswerOf<typeof getReview>>('GET', path)).facts.length).toBeGreaterThan(0);

  renameSync(`${folder}-away`, folder);
  expect((await staff.call('GET', `${path}/file`)).status).toBe(200);
  expect(await countLost()).toBe(0);

  rmSync(folder, { recursive: true });
  expect(said(await staff.call('GET', `${path}/file`))).toEqual([410, 'file_lost']);
  const verdict = { decision: 'reject', reasonCode: 'video_unusable' };
  expect((await staff.call('POST', path, verdict)).status).toBe(200);
  await until(async () => (await person.ok<Kyc>('GET', '/kyc')).video.status === 'rejected' || undefined);
});

test('given a part whose bytes are lost, when the recording is handed in, that part is asked for again', async () => {
  const person = await verified();
  const { challengeId } = await challengeOf(person);
  const content = recording();
  const half = content.length / 2;
  await putPart(person, challengeId, 0, content.subarray(0, half));
  await putPart(person, challengeId, 1, content.subarray(half));
  rmSync(await folderOf(person), { recursive: true });
  expect(said(await complete(person, challengeId, content, 2))).toEqual([409, 'recording_incomplete']);
  expect(await person.ok('GET', `/kyc/video/recordings/${challengeId}`)).toMatchObject({
    receivedParts: [1],
  });
  // As the page does then, all parts are sent again.
  await putPart(person, challengeId, 0, content.subarray(0, half));
  await putPart(person, challengeId, 1, content.subarray(half));
  expect((await complete(person, challengeId, content, 2)).body).toEqual({ status: 'pending' });
});

test('given a document of a dispute whose bytes are lost, when it is told to the bank, staff hear of it and tell it again', async () => {
  const loan = await aLoan(300_000);
  const { id: repaymentId } = await loan.person.repay(loan.id, 100_000);
  const ref = async (sql: string, value: string) =>
    (await server.sql.query<{ found: string }>(sql, [value])).rows[0]?.found;
  const paymentRef = await ref(
    'select provider_payment_ref as found from repayments where id = $1',
    repaymentId,
  );
  const about = { what: 'dispute_payment', paymentId: paymentRef };
  const { disputeId } = await server.control<{ disputeId: string }>('POST', '/act', about);
  const id = await until(() => ref('select id as found from chargebacks where dispute_ref = $1', disputeId));
  const path = `/admin/chargebacks/${id}`;
  const hand = async () => {
    const form = new FormData();
    form.set('name', 'Receipt');
    form.set('file', new Blob([new Uint8Array(PDF)]), 'receipt.pdf');
    const headers = { authorization: `Bearer ${staff.token}` };
    const reply = await fetch(`${server.url}/api/v1${path}/evidence`, {
      method: 'POST',
      headers,
      body: form,
    });
    return (await reply.json()) as ChargebackDetail;
  };
  const represent = () =>
    staff.call('POST', `${path}/representation`, {
      summary: 'The bill was paid on the day it was asked for.',
    });
  const untilSaid = (response: string) =>
    until(async () => {
      const seen = await staff.ok<ChargebackDetail>('GET', path);
      return seen.response === response ? seen : undefined;
    });

  const [lost] = (await hand()).evidence;
  const folder = await folderOf(loan.person);
  expect(existsSync(join(folder, lost!.id)), String(readdirSync(folder))).toBe(true);
  rmSync(join(folder, lost!.id));
  expect(said(await staff.call('GET', `${path}/evidence/${lost!.id}`))).toEqual([410, 'file_lost']);
  expect((await represent()).status).toBe(202);
  const refused = await untilSaid('refused');
  expect([refused.status, refused.said?.refusal]).toEqual(['open', 'file_lost']);

  expect((await staff.call('DELETE', `${path}/evidence/${lost!.id}`)).status).toBe(200);
  await hand();
  expect((await represent()).status).toBe(202);
  await untilSaid('represented');
});

import { createPublicKey, verify } from 'node:crypto';
import {
  anchorText,
  type AnswerOf,
  fieldBytes,
  type getReceiptProof,
  leafBytes,
  type listAnchors,
  rootFromPath,
  type shareReceipt,
} from '@mohlat/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sha256 } from '#ledger/merkle.ts';
import { startTestServer, type TestServer } from '#test/harness.ts';
import { type Person, until } from '#test/person.ts';
import { advance, signInAgain, somebody } from '#test/steps.ts';

type ReceiptProof = AnswerOf<typeof getReceiptProof>;

let server: TestServer;
let asha: Person;
let paymentId: string;
let token: string;
beforeAll(async () => {
  server = await startTestServer();
  asha = await somebody(server).ready();
  paymentId = (await asha.pay((await asha.addCard()).id, 300_000, 3)).id;
  await asha.untilBill(paymentId, 'paid');
  ({ token } = await share());
});
afterAll(() => server.stop());

const share = () => asha.ok<AnswerOf<typeof shareReceipt>>('POST', `/payments/${paymentId}/receipt-links`);

async function look<T>(path: string) {
  const reply = await fetch(`${server.url}/api/v1/public${path}`);
  return { status: reply.status, headers: reply.headers, body: (await reply.json()) as T };
}
const bytes = (hex: string) => Buffer.from(hex, 'hex');

test('before the day is closed a receipt is not anchored yet', async () => {
  const { status, headers, body } = await look<ReceiptProof>(`/receipts/${token}/proof`);
  expect([status, body]).toEqual([200, { state: 'not_anchored_yet', proof: null }]);
  expect([headers.get('cache-control'), headers.get('x-robots-tag')]).toEqual(['no-store', 'noindex']);
});

test('LEND-17: once its day is closed, fields, path and signature of a receipt fit together', async () => {
  await advance(server, 'P1D');
  const proof = await until(
    async () => (await look<ReceiptProof>(`/receipts/${token}/proof`)).body.proof ?? undefined,
  );
  const day = (
    await server.sql.query<{ day: string }>(
      "select posting_on::text as day from journals where source_kind = 'loan_booked'",
    )
  ).rows[0]!.day;
  expect(proof.shown.map(({ name, value }) => [name, value])).toEqual([
    ['kind', 'loan_booked'],
    ['postingOn', day],
    ['principalPaise', '300000'],
  ]);
  for (const { place, name, value, salt } of proof.shown)
    expect(sha256(fieldBytes(bytes(salt), name, value)).toString('hex')).toBe(proof.digests[place]);
  expect(sha256(leafBytes(proof.digests.map(bytes))).toString('hex')).toBe(proof.leaf);
  const { anchor, key } = proof;
  const place = { leaf: bytes(proof.leaf), index: proof.index, count: anchor.journalCount };
  const root = await rootFromPath(place, proof.path.map(bytes), sha256);
  expect(Buffer.from(root!).toString('hex')).toBe(anchor.journalRoot);
  const publicKey = createPublicKey({ key: { kty: key.kty, crv: key.crv, x: key.x }, format: 'jwk' });
  expect(
    verify(null, Buffer.from(anchorText(anchor)), publicKey, Buffer.from(anchor.signature, 'base64url')),
  ).toBe(true);
  const { body } = await look<AnswerOf<typeof listAnchors>>('/anchors');
  expect(body.items).toContainEqual(anchor);
  expect(body.keys).toContainEqual(key);
});

test('the proof of a receipt has no name of a person, and a guessed or revoked address has no proof', async () => {
  const { body } = await look<ReceiptProof>(`/receipts/${token}/proof`);
  const { rows } = await server.sql.query<{ text: string }>(
    `select j.user_id || ' ' || j.id || ' ' || j.loan_id || ' ' || encode(l.salt, 'hex') as text
     from journals j join journal_leaves l on l.user_id = j.user_id and l.journal_id = j.id`,
  );
  const answer = JSON.stringify(body);
  for (const word of rows.flatMap((row) => row.text.split(' '))) expect(answer).not.toContain(word);
  for (const wrong of [paymentId, rows[0]!.text.split(' ')[1]!, token.slice(0, -1), `${token}a`])
    expect((await look(`/receipts/${wrong}/proof`)).status).toBe(404);
  await signInAgain(asha);
  const other = await share();
  await asha.call('DELETE', `/receipt-links/${other.id}`);
  expect((await look(`/receipts/${other.token}/proof`)).status).toBe(404);
});

test('the anchors are listed newest first, page by page; what is no cursor of ours is refused', async () => {
  await advance(server, 'P2D');
  await until(async () => {
    const { body } = await look<AnswerOf<typeof listAnchors>>('/anchors');
    return body.items.length > 1 ? body.items : undefined;
  });
  const first = await look<AnswerOf<typeof listAnchors>>('/anchors?limit=1');
  const second = await look<AnswerOf<typeof listAnchors>>(`/anchors?limit=1&cursor=${first.body.nextCursor}`);
  expect(second.body.items[0]!.number).toBe(first.body.items[0]!.number - 1);
  expect((await look('/anchors?cursor=x')).status).toBe(422);
});

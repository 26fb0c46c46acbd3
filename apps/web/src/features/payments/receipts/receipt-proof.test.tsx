// @vitest-environment jsdom
import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { anchorText, fieldBytes, leafBytes, nodeBytes } from '@mohlat/contract';
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { stubNetwork } from '../../../../test/network.ts';
import { openScreen } from '../../../../test/open-screen.tsx';
import { checkProof, type ReceiptProof } from './receipt-proof.ts';

const TOKEN = 'a'.repeat(43);
const sha = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest();
const filled = (byte: number) => Buffer.alloc(32, byte);

/** A proof as the server makes it: the second of three leaves. */
function aProof(): ReceiptProof {
  const fields = ['loan', 'kind', 'postingOn', 'principalPaise'];
  const values = ['secret', 'loan_booked', '2026-11-20', '1500000'];
  const digests = fields.map((name, place) => sha(fieldBytes(filled(place), name, values[place]!)));
  const leaf = sha(leafBytes(digests));
  const [first, third] = [filled(7), filled(8)];
  const root = sha(nodeBytes(sha(nodeBytes(first, leaf)), third));
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const saying = {
    number: 1,
    dayOn: '2026-11-20',
    journalCount: 3,
    journalRoot: root.toString('hex'),
    auditCount: 0,
    auditRoot: sha(new Uint8Array()).toString('hex'),
    previousHash: '0'.repeat(64),
    keyId: 'k1',
  };
  return {
    digests: digests.map((one) => one.toString('hex')),
    shown: [1, 2, 3].map((place) => ({
      place,
      name: fields[place]!,
      value: values[place]!,
      salt: filled(place).toString('hex'),
    })),
    leaf: leaf.toString('hex'),
    index: 1,
    path: [first.toString('hex'), third.toString('hex')],
    anchor: {
      ...saying,
      signature: sign(null, Buffer.from(anchorText(saying)), privateKey).toString('base64url'),
    },
    key: { kty: 'OKP', crv: 'Ed25519', kid: 'k1', x: String(publicKey.export({ format: 'jwk' }).x) },
  };
}

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('a proof is checked down to its signature, and whatever was touched is found', async () => {
  const proof = aProof();
  expect(await checkProof(proof, 1_500_000)).toBe('signed');
  expect(await checkProof(proof, 1_500_001)).toBe('wrong');
  const other = filled(9).toString('hex');
  const { anchor, shown } = proof;
  const touched: ReceiptProof[] = [
    { ...proof, digests: [other, ...proof.digests.slice(1)] },
    {
      ...proof,
      shown: shown.map((field) => (field.name === 'postingOn' ? { ...field, value: '2026-11-21' } : field)),
    },
    { ...proof, index: 0 },
    { ...proof, path: [...proof.path, other] },
    { ...proof, path: proof.path.slice(1) },
    { ...proof, anchor: { ...anchor, dayOn: '2026-11-21' } },
    { ...proof, anchor: { ...anchor, journalRoot: other } },
    { ...proof, key: { ...proof.key, x: aProof().key.x } },
  ];
  for (const one of touched) expect(await checkProof(one, 1_500_000)).toBe('wrong');
});

test('a browser without Ed25519 checks the path, and one without any cryptography says that it cannot', async () => {
  const { subtle } = globalThis.crypto;
  const old = {
    digest: subtle.digest.bind(subtle),
    importKey: () => Promise.reject(new DOMException('Unrecognized name.', 'NotSupportedError')),
  };
  vi.stubGlobal('crypto', { subtle: old });
  expect(await checkProof(aProof(), 1_500_000)).toBe('path_only');
  vi.stubGlobal('crypto', {});
  expect(await checkProof(aProof(), 1_500_000)).toBe('unable');
});

const RECEIPT = {
  amountPaise: 1_500_000,
  cardLast4: '4021',
  date: '2026-11-20T10:00:00Z',
  status: 'completed',
};

async function open(answer: object): Promise<void> {
  stubNetwork({
    [`GET /public/receipts/${TOKEN}`]: [200, RECEIPT],
    [`GET /public/receipts/${TOKEN}/proof`]: [200, answer],
  });
  await openScreen({ path: '/receipt', lazy: () => import('./shared-receipt.tsx') }, `/receipt#${TOKEN}`);
}

test('a shared receipt says that it is proven, that its day is not sealed yet, or that its proof is wrong', async () => {
  await open({ state: 'anchored', proof: aProof() });
  expect(
    await screen.findByText(/^Proven: this payment stands in our sealed books of 20 Nov 2026/),
  ).toBeDefined();
  cleanup();
  await open({ state: 'not_anchored_yet', proof: null });
  expect(await screen.findByText(/^Our books of this day are not sealed yet/)).toBeDefined();
  cleanup();
  await open({ state: 'anchored', proof: { ...aProof(), index: 0 } });
  expect(await screen.findByText(/^The proof of this payment does not fit/)).toBeDefined();
});

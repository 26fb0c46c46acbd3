import { expect, test } from 'vitest';
import { newEvidenceKeys, parseEvidenceKeys } from './evidence-keys.ts';
import { readEvidenceKeys } from './config.ts';

const one = () =>
  (JSON.parse(newEvidenceKeys()) as { keys: { kid: string; d: string; x: string }[] }).keys[0]!;
const publicPart = ({ d: _d, ...key }: ReturnType<typeof one>) => key;
const set = (...keys: object[]) => JSON.stringify({ keys });

test('the first private key signs, and every public key stays known', () => {
  const [fresh, old] = [one(), one()];
  const { signingId, known } = parseEvidenceKeys(set(publicPart(old), fresh));
  expect(signingId).toBe(fresh.kid);
  expect(known.map((key) => key.kid)).toEqual([fresh.kid, old.kid]);
  expect(JSON.stringify(known)).not.toContain(fresh.d);
});

test('a set without a private key, of another kind, or whose parts do not fit stops the start', () => {
  const key = one();
  for (const wrong of [
    set(),
    set(publicPart(key)),
    set(key, key),
    set({ ...key, x: one().x }),
    set({ ...key, crv: 'X25519' }),
    set({ ...key, kid: '' }),
    'no json',
  ])
    expect(() => readEvidenceKeys({ EVIDENCE_KEYS: wrong }, '/nowhere')).toThrow(
      /EVIDENCE_KEYS is malformed/,
    );
  expect(() => readEvidenceKeys({ SANDBOX: 'off' }, '/nowhere')).toThrow(/EVIDENCE_KEYS is missing/);
});

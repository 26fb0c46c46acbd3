import { median } from '../accept/summary.ts';
import type { Person } from './calls.ts';

/** Asked without being logged in; none of the answers says whether the address is known. */
const WAYS: readonly (readonly [path: string, body: object])[] = [
  ['/signup', { password: 'a quiet river stone' }],
  ['/recover', {}],
  ['/otp', {}],
  ['/resend', { type: 'signup' }],
  ['/token?grant_type=password', { password: 'wrong-Kettle-1' }],
];
const PAIRS_MAX = 25;

/** The times of one way for a known address and for an unknown one. */
export interface Likeness {
  readonly path: string;
  readonly knownMs: number;
  readonly unknownMs: number;
  /** The median of the pairs: what else the machine does falls on both of a pair. */
  readonly ratio: number;
}

/** Compares in pairs, each with an account and an address that nothing was asked about before; either goes first as often. */
export async function compareStrangers(url: string, people: readonly Person[]): Promise<readonly Likeness[]> {
  const pairs = Math.min(PAIRS_MAX, Math.floor(people.length / WAYS.length));
  const rows: Likeness[] = [];
  for (const [way, [path, fields]] of WAYS.entries()) {
    const took = { known: [] as number[], unknown: [] as number[] };
    for (let pair = 0; pair < pairs; pair += 1) {
      const known = people[way * pairs + pair]!.email;
      const asked = [
        ['known', known],
        ['unknown', `nobody${way}-${pair}@example.in`],
      ] as const;
      const statuses = new Set<number>();
      for (const [who, email] of pair % 2 === 0 ? asked : asked.toReversed()) {
        const { status, ms } = await timed(`${url}/auth/v1${path}`, { ...fields, email });
        statuses.add(status);
        took[who].push(ms);
      }
      if (statuses.size !== 1 || statuses.has(429))
        throw new Error(`${path}: answered ${[...statuses].join(' and ')}`);
    }
    rows.push({
      path,
      knownMs: median(took.known),
      unknownMs: median(took.unknown),
      ratio: median(took.known.map((ms, pair) => ms / took.unknown[pair]!)),
    });
  }
  return rows;
}

async function timed(url: string, body: object): Promise<{ readonly status: number; readonly ms: number }> {
  const sentAt = performance.now();
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  await response.text();
  return { status: response.status, ms: performance.now() - sentAt };
}

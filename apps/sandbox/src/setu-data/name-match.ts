import type { FastifyInstance } from 'fastify';
import { asObject, textOf } from '../core/json.ts';
import type { World } from '../core/world.ts';
import { refuse, traceId } from './errors.ts';

const TITLES = new Set(['mr', 'mrs', 'ms', 'miss', 'dr', 'shri', 'smt']);

function tokensOf(name: string): string[] {
  return name
    .toLowerCase()
    .replace(/[^a-z\s]/g, ' ')
    .split(/\s+/)
    .filter((token) => token !== '' && !TITLES.has(token));
}

function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const swap = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(swap, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}

/** Scores the likeness of two words, 0 to 1; an initial stands for any word that starts with it. */
function likeness(a: string, b: string): number {
  if (a === b) return 1;
  if (a.length === 1 || b.length === 1) return a[0] === b[0] ? 1 : 0;
  const ratio = 1 - editDistance(a, b) / Math.max(a.length, b.length);
  return ratio >= 0.7 ? ratio : 0;
}

/** Pairs each word with its best partner, whatever the order; the weight of a word is its length. */
function score(name1: string, name2: string): { optimistic: number; pessimistic: number } {
  const [short, long] = [tokensOf(name1), tokensOf(name2)].toSorted((a, b) => a.length - b.length);
  if (!short?.length || !long?.length) return { optimistic: 0, pessimistic: 0 };
  const free = [...long];
  let matched = 0;
  let shortWeight = 0;
  for (const token of short) {
    const best = free
      .map((other, at) => ({ at, value: likeness(token, other) }))
      .toSorted((a, b) => b.value - a.value)[0];
    const weight = Math.max(token.length, best && best.value > 0 ? (free[best.at]?.length ?? 0) : 0);
    shortWeight += weight;
    if (!best || best.value === 0) continue;
    matched += best.value * weight;
    free.splice(best.at, 1);
  }
  const left = free.filter((token) => token.length > 1).reduce((sum, token) => sum + token.length, 0);
  const unmatchedLeft = short.length === long.length ? 0 : left;
  return {
    optimistic: Math.round((100 * matched) / shortWeight),
    pessimistic: Math.round((100 * matched) / (shortWeight + unmatchedLeft)),
  };
}

const BANDS: readonly [number, string][] = [
  [99, 'COMPLETE'],
  [85, 'HIGH_PARTIAL'],
  [70, 'MODERATE_PARTIAL'],
  [45, 'LOW_PARTIAL'],
];

function matchOutput(percentage: number) {
  const band = BANDS.find(([least]) => percentage >= least);
  return { match_type: band?.[1] ?? 'NO_MATCH', match_percentage: percentage };
}

function isName(value: unknown): value is string {
  return /^[A-Za-z.' -]{1,100}$/.test(textOf(value) ?? '');
}

export function nameMatchRoutes(app: FastifyInstance, world: World): void {
  const config = { op: 'name_match', product: 'sandbox-name-match' } as const;
  app.post('/api/match/v1/name', { config }, (request, reply) => {
    const { name1, name2 } = asObject(request.body);
    if (!isName(name1) || !isName(name2))
      return refuse(
        world,
        reply,
        'bad_request',
        "name1 and name2 may hold letters, . ' and - only, 100 at most",
      );
    const { optimistic, pessimistic } = score(name1, name2);
    return {
      id: world.id('nm-', 14),
      optimistic_match_output: matchOutput(optimistic),
      pessimistic_match_output: matchOutput(pessimistic),
      traceId: traceId(world),
    };
  });
}

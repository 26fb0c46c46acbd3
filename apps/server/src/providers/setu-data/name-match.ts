import type { SetuDataConfig } from '../config.ts';
import { readWire } from '../transport.ts';
import type { Transport } from '../transport.ts';
import { setuDataDialect } from './dialect.ts';
import type { NameMatchPort } from './port.ts';
import { nameMatchAnswer } from './wire.ts';

const NAME_MAX = 100;
const at = { provider: 'setu_data', op: 'matchNames' } as const;

/** Setu Name Match; we go by its pessimistic score. */
export function createSetuNameMatch(config: SetuDataConfig, deps: { transport: Transport }): NameMatchPort {
  const dialect = setuDataDialect(config, config.productInstanceIds.nameMatch);
  return {
    async score(a, b, c) {
      const [name1, name2] = [acceptable(a), acceptable(b)];
      if (name1 === undefined || name2 === undefined) return undefined;
      const { json } = await deps.transport.call(dialect, {
        op: at.op,
        kind: 'read',
        timeout: 'read',
        repeats: { notDone: 2, unknown: 1 },
        method: 'POST',
        path: '/api/match/v1/name',
        body: { name1, name2 },
        context: c,
      });
      const { pessimistic_match_output: match } = readWire(nameMatchAnswer, json, at);
      return { percent: match.match_percentage, kind: match.match_type };
    },
  };
}

/** A letter of another script; those that every script has, such as a raised comma, are none. */
const FOREIGN = /[\p{L}--[\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]]/v;

/**
 * Plain letters, dots, apostrophes and hyphens only, at most 100 characters: anything else is refused there. Undefined where no letter
 * is left, or letters of another script would be dropped: what is left of a name is another name.
 */
function acceptable(name: string): string | undefined {
  const plain = name
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/[^A-Za-z.'\- ]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, NAME_MAX);
  return FOREIGN.test(name) || !/[A-Za-z]/.test(plain) ? undefined : plain;
}

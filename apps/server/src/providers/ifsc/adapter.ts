import { IFSC_SHAPE } from '@mohlat/money';
import type { Now } from '../call-context.ts';
import type { IfscConfig } from '../config.ts';
import { ProviderError } from '../errors.ts';
import { assertEcho, readWire } from '../transport.ts';
import type { Dialect, Transport } from '../transport.ts';
import { BANK_NAMES } from './bank-names.ts';
import type { IfscPort, IfscResult } from './port.ts';
import { branchAnswer } from './wire.ts';

type Branch = Extract<IfscResult, { found: true }>;

const FRESH_MS = 30 * 24 * 3_600_000;
const CACHE_MAX = 5_000;
/** A code that a directory can be asked for; the usual shape of a branch's is narrower. */
const ASKABLE = /^[A-Z0-9]{11}$/;
const at = { provider: 'ifsc', op: 'lookupIfsc' } as const;

/** Branches from the public service, remembered for 30 days; without it, the bank's name by its prefix. */
export function createIfsc(config: IfscConfig, deps: { transport: Transport; now: Now }): IfscPort {
  const dialect: Dialect = {
    provider: 'ifsc',
    baseUrl: config.url,
    headers: () => ({}),
    codeOf: () => undefined,
    traceOf: () => undefined,
  };
  const cache = new Map<string, { branch: Branch; until: number }>();

  const remember = (code: string, branch: Branch): void => {
    const oldest = cache.size >= CACHE_MAX ? cache.keys().next().value : undefined;
    if (oldest !== undefined) cache.delete(oldest);
    cache.set(code, { branch, until: deps.now().getTime() + FRESH_MS });
  };

  return {
    async lookup(ifsc, c) {
      const code = ifsc.trim().toUpperCase();
      if (!ASKABLE.test(code)) return { found: false };
      const held = cache.get(code);
      if (held && deps.now().getTime() < held.until) return { ...held.branch, source: 'cache' };
      try {
        const answer = await deps.transport.call(dialect, {
          op: at.op,
          kind: 'read',
          timeout: 'ifsc',
          // A person is typing: one try, then the name by prefix.
          repeats: { notDone: 0, unknown: 0 },
          method: 'GET',
          path: `/${code}`,
          alsoGood: [404],
          context: c,
        });
        if (answer.status === 404) return { found: false };
        const wire = readWire(branchAnswer, answer.json, at);
        assertEcho(at, 'IFSC', code, wire.IFSC);
        const branch: Branch = {
          found: true,
          bank: wire.BANK,
          bankCode: wire.BANKCODE,
          branch: wire.BRANCH,
          city: wire.CITY ?? '',
          address: wire.ADDRESS ?? '',
          hasImps: wire.IMPS,
          hasUpi: wire.UPI,
          source: 'live',
        };
        remember(code, branch);
        return branch;
      } catch (error) {
        if (!(error instanceof ProviderError)) throw error;
        if (held) return { ...held.branch, source: 'cache' };
        return IFSC_SHAPE.test(code) ? offline(code) : { found: false };
      }
    },
  };
}

/** A bank not in our list goes by its own four letters: a lookup must never stop anybody. */
function offline(code: string): Branch {
  const bankCode = code.slice(0, 4);
  return {
    found: true,
    bank: BANK_NAMES[bankCode] ?? bankCode,
    bankCode,
    branch: '',
    city: '',
    address: '',
    hasImps: null,
    hasUpi: null,
    source: 'offline',
  };
}

import { siteOf } from '#platform/http/client-address.ts';
import type { Database } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import { createLimiter } from '#platform/limits/limiter.ts';
import type { Log } from '#platform/log/log.ts';

interface Deps {
  readonly api: Pick<Database, 'once'>;
  readonly log: Log;
}

interface Rule {
  readonly callsMax: number;
  readonly windowSeconds: number;
  /** True for the one limit of a process that also clears the counts of windows that are over. */
  readonly sweeps?: boolean;
}

/** Counts a call under a key, of which a hash is kept. Throws too_many_requests once its window is used up. */
export type KeyLimit = (key: string) => Promise<void>;

export function createKeyLimit(
  { api, log }: Deps,
  name: string,
  { sweeps = false, ...rule }: Rule,
): KeyLimit {
  const table = { schema: 'public', table: 'call_counts' } as const;
  const limiter = createLimiter({ ...table, ...rule, name, sweeps }, api, log);
  return async (key) => {
    const retryAfterSeconds = await limiter(key);
    if (retryAfterSeconds !== undefined) throw new DomainError('too_many_requests', { retryAfterSeconds });
  };
}

/** Counts calls by client address, and by the site (IPv6 /48) that it belongs to. Throws too_many_requests. */
export function createAddressLimit(
  deps: Deps,
  name: string,
  rules: { readonly address: Rule; readonly site: Rule },
): KeyLimit {
  const byAddress = createKeyLimit(deps, `${name}.address`, rules.address);
  const bySite = createKeyLimit(deps, `${name}.site`, rules.site);
  return async (address) => {
    await byAddress(address);
    const site = siteOf(address);
    if (site !== undefined) await bySite(site);
  };
}

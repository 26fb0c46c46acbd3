import type { Now } from '../call-context.ts';

export interface TokenSource {
  /** The current token; one request at a time fetches a new one. */
  current(): Promise<string>;
  /** Forgets `token` if it is still the current one: the provider has just refused it. */
  forget(token: string): void;
}

interface Held {
  token: string;
  refreshAt: number;
}

/** Keeps a bearer token and renews it when 80 % of its life has passed. */
export function createTokenSource(
  fetchToken: () => Promise<{ token: string; expiresInSeconds: number }>,
  now: Now,
): TokenSource {
  let held: Held | undefined;
  let pending: Promise<string> | undefined;

  const renew = async (): Promise<string> => {
    const { token, expiresInSeconds } = await fetchToken();
    held = { token, refreshAt: now().getTime() + expiresInSeconds * 800 };
    return token;
  };

  return {
    async current() {
      if (held && now().getTime() < held.refreshAt) return held.token;
      pending ??= renew().finally(() => {
        pending = undefined;
      });
      return pending;
    },
    forget(token) {
      if (held?.token === token) held = undefined;
    },
  };
}

import { AuthApiError, AuthRetryableFetchError } from '@supabase/auth-js';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { auth, namingFetch } from './auth-client.ts';
import { accessToken } from './auth.ts';
import { keys } from './keys.ts';

const STORAGE_KEY = 'mohlat-elsewhere';

/** The state of the tab while it is away at another provider (PKCE). */
interface Begun {
  readonly provider: string;
  /** Shown when the code is exchanged: only the browser that went there has it. */
  readonly verifier: string;
}

/** The providers' own names. */
const NAMES: Readonly<Record<string, string>> = {
  github: 'GitHub',
  gitlab: 'GitLab',
  linkedin: 'LinkedIn',
  linkedin_oidc: 'LinkedIn',
  workos: 'WorkOS',
};

export function providerName(provider: string): string {
  return NAMES[provider] ?? provider.charAt(0).toUpperCase() + provider.slice(1).replaceAll('_', ' ');
}

/**
 * Goes to another provider and comes back to a page of ours, which finishes with `logInFromElsewhere`. An account that is made
 * on the way remembers `ref`, as after a sign-up.
 */
export async function goElsewhere(provider: string, backTo: string, ref?: string): Promise<void> {
  const query = await begin(provider, backTo);
  if (ref !== undefined) query.set('ref', ref);
  globalThis.location.assign(`/auth/v1/authorize?${query}`);
}

/**
 * Goes there to add the account elsewhere to the one here; the page it comes back to finishes with `finishLink`. The
 * library's own way needs a client that finishes mail links in this browser too, where they are often opened in another.
 * Throws the auth service's error.
 */
export async function goLink(provider: string, backTo: string): Promise<void> {
  const query = await begin(provider, backTo);
  const { url } = await ask<{ readonly url: string }>(
    `/user/identities/authorize?skip_http_redirect=true&${query}`,
    {
      headers: { Authorization: `Bearer ${(await accessToken()) ?? ''}` },
    },
  );
  globalThis.location.assign(url);
}

/** Whether this tab went to a provider and has not finished there. */
function isExpectedBack(): boolean {
  return sessionStorage.getItem(STORAGE_KEY) !== null;
}

/** Adds the account elsewhere; the session here goes on. Its provider's name. Throws the auth service's error. */
export async function finishLink(code: string): Promise<string> {
  return (await exchange(code)).provider;
}

/** Takes the session that another provider opened. Throws the auth service's error. */
export async function logInFromElsewhere(code: string): Promise<void> {
  const { answer } = await exchange(code);
  const { error } = await auth.setSession(answer);
  if (error) throw error;
}

interface ComingBack {
  /** The code that was brought back is being exchanged, or has been. */
  readonly isComingBack: boolean;
  /** Why there is nothing to take, or why it was not taken. */
  readonly problem: string | undefined;
}

interface Answers {
  /** Sentences by the provider's or the service's word for why there is nothing to take. */
  readonly refusals: Readonly<Record<string, string | undefined>>;
  /** The sentence for any other word. */
  readonly refused: string;
  readonly ofError: (error: Error) => string | undefined;
}

/**
 * Ends what was begun at a provider, when the address of a page brings its answer back: `take` gets the code, once, and
 * the address forgets it at once. A code not asked for here is a stranger's, and is left alone.
 */
export function useComingBack(
  path: string,
  take: (code: string) => Promise<void>,
  { refusals, refused, ofError }: Answers,
): ComingBack {
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const [back] = useState(() => ({
    code: isExpectedBack() ? search.get('code') : null,
    refusal: search.get('error_code'),
  }));
  const hasAnswer = search.has('code') || search.has('error_code');
  useEffect(() => {
    if (hasAnswer) void navigate(path, { replace: true });
  }, [hasAnswer, navigate, path]);
  const { isLoading, isSuccess, error } = useQuery({
    queryKey: keys.cameBack(back.code ?? ''),
    queryFn: async () => {
      await take(back.code ?? '');
      return true;
    },
    enabled: back.code !== null,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  const refusal = back.refusal === null ? undefined : (refusals[back.refusal] ?? refused);
  return { isComingBack: isLoading || isSuccess, problem: error === null ? refusal : ofError(error) };
}

interface Tokens {
  readonly access_token: string;
  readonly refresh_token: string;
}

async function exchange(code: string): Promise<{ readonly provider: string; readonly answer: Tokens }> {
  const { provider, verifier } = JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? '{}') as Partial<Begun>;
  sessionStorage.removeItem(STORAGE_KEY);
  const answer = await ask<Tokens>('/token?grant_type=pkce', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ auth_code: code, code_verifier: verifier ?? '' }),
  });
  return { provider: provider ?? '', answer };
}

async function begin(provider: string, backTo: string): Promise<URLSearchParams> {
  const verifier = base64url(crypto.getRandomValues(new Uint8Array(48)));
  sessionStorage.setItem(STORAGE_KEY, JSON.stringify({ provider, verifier } satisfies Begun));
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier));
  return new URLSearchParams({
    provider,
    redirect_to: globalThis.location.origin + backTo,
    code_challenge: base64url(new Uint8Array(digest)),
    code_challenge_method: 's256',
  });
}

function base64url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

async function ask<T>(path: string, init: RequestInit): Promise<T> {
  const response = await namingFetch(`/auth/v1${path}`, init).catch(() => undefined);
  if (response === undefined) throw new AuthRetryableFetchError('The auth service was not reached', 0);
  if (response.ok) return (await response.json()) as T;
  const refusal = (await response.json().catch(() => ({}))) as {
    readonly error_code?: string;
    readonly msg?: string;
  };
  throw new AuthApiError(refusal.msg ?? response.statusText, response.status, refusal.error_code);
}

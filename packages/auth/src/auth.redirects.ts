import { isIP } from 'node:net';
import type { AuthSettings } from './auth.settings.ts';

type Targets = Pick<AuthSettings, 'publicUrl' | 'defaultTarget' | 'redirectAllowList'>;

/**
 * The first permitted of the candidates, else the default target; never an error. Permitted: the product's own
 * origin, what the allow-list names, and on a site without TLS (a developer's machine) loopback addresses: on a person's own device
 * any program may listen there (decision 142).
 */
export function chooseTarget(candidates: readonly (string | undefined)[], targets: Targets): string {
  return candidates.find((one) => one !== undefined && isPermitted(one, targets)) ?? targets.defaultTarget;
}

function isPermitted(candidate: string, targets: Targets): boolean {
  // Characters that a URL parser silently drops or rewrites could make two readers see two addresses.
  if (candidate.length > 2000 || !/^[\x21-\x7e]+$/.test(candidate) || candidate.includes('\\')) return false;
  const url = URL.parse(candidate);
  if (!url || url.username !== '' || url.password !== '') return false;
  const site = new URL(targets.publicUrl);
  const isWeb = url.protocol === 'http:' || url.protocol === 'https:';
  // Figures, escapes and missing slashes that a browser would read as some other host are not puzzled over.
  if (isWeb && !candidate.toLowerCase().startsWith(`${url.protocol}//${url.hostname}`)) return false;
  if (url.protocol === site.protocol && url.hostname === site.hostname) {
    if (url.port === site.port || isLoopback(url.hostname)) return true;
  }
  const isOwnDevice = isWeb && isLoopbackLiteral(url.hostname);
  if (isOwnDevice && site.protocol === 'http:') return true;
  if (isWeb && !isOwnDevice && isSuspect(url.hostname)) return false;
  if (['javascript:', 'data:', 'vbscript:', 'file:', 'blob:'].includes(url.protocol)) return false;
  const withoutFragment = candidate.split('#', 1)[0] ?? '';
  return targets.redirectAllowList.some((glob) => globPattern(glob).test(withoutFragment));
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || isLoopbackLiteral(host);
}

function isLoopbackLiteral(host: string): boolean {
  return host === '[::1]' || (isIP(host) === 4 && host.startsWith('127.'));
}

/** Other addresses in figures, and hosts with characters no name has. */
function isSuspect(host: string): boolean {
  return host.startsWith('[') || /^[\d.]+$/.test(host) || !/^[a-z0-9.-]+$/.test(host);
}

/** `*` and `?` stop at `.` and `/`, `**` does not; `[…]` and `{a,b}` as in a shell. */
function globPattern(glob: string): RegExp {
  let depth = 0;
  let source = '';
  for (const [part] of glob.matchAll(/\*\*|\[!?[^\]]+\]|[\s\S]/g)) {
    if (part === '{') depth += 1;
    source += globPart(part, depth > 0);
    if (part === '}' && depth > 0) depth -= 1;
  }
  try {
    return new RegExp(`^${source}$`);
  } catch {
    // A glob that cannot be read permits nothing.
    return /(?!)/;
  }
}

function globPart(part: string, isInBraces: boolean): string {
  if (part === '**') return '.*';
  if (part === '*') return '[^./]*';
  if (part === '?') return '[^./]';
  if (part.length > 1) return `[${part.slice(1, -1).replace(/^!/, '^').replaceAll('\\', '\\\\')}]`;
  if (isInBraces && part === '{') return '(?:';
  if (isInBraces && part === ',') return '|';
  if (isInBraces && part === '}') return ')';
  return RegExp.escape(part);
}

/** The address a mail carries. `token` must stand first: clients read it by its place. */
export function mailLink(publicUrl: string, token: string, type: string, target: string): string {
  const safe = /^[\w:/.~?-]*$/.test(target) ? target : encodeURIComponent(target);
  return `${publicUrl}/auth/v1/verify?token=${token}&type=${type}&redirect_to=${safe}`;
}

export interface FragmentSession {
  readonly access_token: string;
  readonly expires_at: number;
  readonly expires_in: number;
  readonly refresh_token: string;
}

/** Hands a session to the page in the fragment, which no server sees. */
export function withSession(target: string, session: FragmentSession, type: string): string {
  return withFragment(target, {
    access_token: session.access_token,
    expires_at: String(session.expires_at),
    expires_in: String(session.expires_in),
    refresh_token: session.refresh_token,
    sb: '',
    token_type: 'bearer',
    type,
  });
}

/** Hands over a session with what another provider gave. */
export function withProviderSession(
  target: string,
  session: FragmentSession,
  { accessToken, refreshToken }: { readonly accessToken: string; readonly refreshToken: string | undefined },
): string {
  return withFragment(target, {
    access_token: session.access_token,
    expires_at: String(session.expires_at),
    expires_in: String(session.expires_in),
    provider_token: accessToken,
    ...(refreshToken === undefined ? {} : { provider_refresh_token: refreshToken }),
    refresh_token: session.refresh_token,
    sb: '',
    token_type: 'bearer',
  });
}

export function withCode(target: string, code: string): string {
  const url = new URL(target);
  url.searchParams.set('code', code);
  return url.href;
}

export function withMessage(target: string, message: string, isPkce: boolean): string {
  return withFragment(isPkce ? withQuery(target, { message }) : target, { message, sb: '' });
}

const OAUTH_ERRORS: Readonly<Record<number, string>> = {
  400: 'invalid_request',
  401: 'unauthorized_client',
  403: 'access_denied',
  500: 'server_error',
  503: 'temporarily_unavailable',
};

interface LinkError {
  readonly status: number;
  readonly code: string;
  readonly message: string;
}

/** Tells a page of our own that a sign-in at a provider failed. */
export function withQueryError(target: string, { status, code, message }: LinkError): string {
  const error = OAUTH_ERRORS[status];
  return withQuery(target, { ...(error ? { error } : {}), error_code: code, error_description: message });
}

/** Codes that are told as `access_denied` whatever their status. */
const DENIED = ['signup_disabled', 'user_banned', 'provider_email_needs_verification'];

/** Tells the page what went wrong: in the fragment, and for a flow with a challenge in the query too. */
export function withError(target: string, { status, code, message }: LinkError, isPkce: boolean): string {
  const error = DENIED.includes(code) && isPkce ? 'access_denied' : OAUTH_ERRORS[status];
  const params = { ...(error ? { error } : {}), error_code: code, error_description: message };
  return withFragment(isPkce ? withQuery(target, params) : target, { ...params, sb: '' });
}

function withQuery(target: string, params: Readonly<Record<string, string>>): string {
  const url = new URL(target);
  for (const [name, value] of Object.entries(params)) url.searchParams.set(name, value);
  return url.href;
}

function withFragment(target: string, params: Readonly<Record<string, string>>): string {
  const url = new URL(target);
  url.hash = new URLSearchParams(params).toString();
  return url.href;
}

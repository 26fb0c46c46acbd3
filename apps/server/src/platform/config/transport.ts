const LOOPBACK = /^(localhost|.+\.localhost|127(\.\d+){3}|\[?::1\]?)$/;

/** Whether a host name is this machine. IPv6 with or without brackets. */
export function isLoopback(host: string): boolean {
  return LOOPBACK.test(host);
}

/**
 * Whether a PostgreSQL address asks for TLS with a certificate that is checked, name included. `require` is not enough: its
 * meaning changes with `uselibpqcompat` and with the driver's version.
 */
export function isVerifiedTls(url: string): boolean {
  return parse(url)?.searchParams.get('sslmode') === 'verify-full';
}

/** Whether a PostgreSQL address stays on this machine: a socket or loopback. `host` in the query wins, as in the driver. */
export function isDatabaseHere(url: string): boolean {
  if (url.startsWith('/') || url.startsWith('socket:')) return true;
  const parsed = parse(url);
  if (!parsed) return false;
  const host = parsed.searchParams.get('host') ?? decodeURIComponent(parsed.hostname);
  return host === '' || host.startsWith('/') || isLoopback(host);
}

/** A login without a host is usual beside a socket, and no URL by the standard: the driver's default takes its place. */
function parse(url: string): URL | undefined {
  const whole = url.replace('@/', '@localhost/');
  return URL.canParse(whole) ? new URL(whole) : undefined;
}

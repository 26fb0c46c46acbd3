import { Secret, TOTP } from 'otpauth';
import { renderSVG } from 'uqr';

/** Authenticator apps agree on these: SHA-1, six digits, thirty seconds. */
const PERIOD_SECONDS = 30;
const SECRET_BYTES = 20;

export interface TotpEnrolment {
  /** Raw SVG: the client makes an address of it. */
  readonly qr_code: string;
  /** Base32 without padding, for typing. */
  readonly secret: string;
  readonly uri: string;
}

/** A new secret, as the person's app is to be told of it. */
export function newTotp(issuer: string, account: string): TotpEnrolment {
  const secret = new Secret({ size: SECRET_BYTES }).base32;
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`;
  const uri =
    `otpauth://totp/${label}?algorithm=SHA1&digits=6&issuer=${encodeURIComponent(issuer)}` +
    `&period=${PERIOD_SECONDS}&secret=${secret}`;
  return { qr_code: renderSVG(uri), secret, uri };
}

/**
 * The period of thirty seconds a code belongs to: this one, the last or the next, since clocks differ. Undefined when
 * it belongs to none of them.
 */
export function totpStep(secret: string, code: string, now: Date): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined;
  const totp = new TOTP({ secret: Secret.fromBase32(secret), period: PERIOD_SECONDS });
  const timestamp = now.getTime();
  const delta = totp.validate({ token: code, timestamp, window: 1 });
  return delta === null ? undefined : Math.floor(timestamp / 1000 / PERIOD_SECONDS) + delta;
}

import type { FastifyInstance } from 'fastify';
import type { FeatureContext } from '#features/context.ts';
import type { LenderIdentity } from '#features/settings/index.ts';

interface Deps extends Pick<FeatureContext, 'clock' | 'config'> {
  readonly lender: LenderIdentity;
}

/** Under the year that RFC 9116 allows at most (section 2.5.5). */
const LIVES_MS = 180 * 24 * 60 * 60 * 1000;

/** The file that says whom to tell about a vulnerability. Rule: RFC 9116. */
export function registerSecurityTxt(app: FastifyInstance, { clock, config, lender }: Deps): void {
  app.get('/.well-known/security.txt', { config: { bound: 'none' } }, async (_, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', 'public, max-age=3600')
      // A reader compares it with the machine's time, not with a trial's.
      .send(securityTxt(config.publicUrl, lender, new Date(clock.now().getTime() - clock.offsetMs()))),
  );
}

function securityTxt(publicUrl: string, lender: LenderIdentity, now: Date): string {
  const expiresAt = new Date(now.getTime() + LIVES_MS).toISOString().replace(/\.\d+Z$/, 'Z');
  const addresses = new Set([lender.supportEmail, lender.grievanceOfficer.email]);
  const lines = [
    ...[...addresses].map((address) => `Contact: ${new URL(`mailto:${address}`).href}`),
    `Expires: ${expiresAt}`,
    'Preferred-Languages: en, hi',
    `Canonical: ${publicUrl}/.well-known/security.txt`,
    `Policy: ${publicUrl}/security#report`,
  ];
  return lines.map((line) => `${line}\r\n`).join('');
}

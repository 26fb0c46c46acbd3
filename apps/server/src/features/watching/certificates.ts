import { once } from 'node:events';
import { connect, isIP } from 'node:net';
import { connect as connectSecurely } from 'node:tls';
import type { FeatureContext } from '#features/context.ts';
import { type Config, ConfigError } from '#platform/config/config.ts';
import type { BusinessGauge } from '#platform/http/operations.ts';

/** An address that shows a certificate. */
interface Address {
  readonly text: string;
  readonly host: string;
  readonly port: number;
  /** PostgreSQL and PgBouncer are asked for encryption before they begin it. */
  readonly isAskedFirst: boolean;
}

const PORTS: Readonly<Record<string, number>> = { 'https:': 443, 'postgres:': 5432 };
/** Source: PostgreSQL, message formats, SSLRequest. */
const SSL_REQUEST = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]);
const YES = 'S'.charCodeAt(0);
const LOOK_MAX_MS = 2000;
const LOOK_EVERY_MS = 60_000;

/**
 * Reads `WATCHED_CERTIFICATES`: `https://host:port` and `postgres://host:port`, by commas. Throws ConfigError.
 */
function readAddresses({ env }: Pick<Config, 'env'>): Address[] {
  const texts = env['WATCHED_CERTIFICATES']?.split(',').map((one) => one.trim()) ?? [];
  return texts.filter(Boolean).map((text) => {
    const url = URL.canParse(text) ? new URL(text) : undefined;
    const usual = PORTS[url?.protocol ?? ''];
    if (!url?.hostname || usual === undefined)
      throw new ConfigError(
        `WATCHED_CERTIFICATES has "${text}"; use https://host:port or postgres://host:port, by commas`,
      );
    const host = url.hostname.replaceAll(/^\[|\]$/g, '');
    return { text, host, port: Number(url.port) || usual, isAskedFirst: url.protocol === 'postgres:' };
  });
}

/**
 * The figure of the certificates that are watched. Each process looks itself, as a certificate belongs to the machine that it is shown on.
 * Throws ConfigError.
 */
export function certificateGauges({
  config,
  machineClock,
}: Pick<FeatureContext, 'config' | 'machineClock'>): BusinessGauge[] {
  const addresses = readAddresses(config);
  const ends = new Map<string, number>();
  let lookedMs = -Infinity;
  let look: Promise<unknown> = Promise.resolve();
  const read = async () => {
    const nowMs = machineClock.now().getTime();
    // A clock that was set back does not stop the looks.
    if (Math.abs(nowMs - lookedMs) >= LOOK_EVERY_MS) {
      lookedMs = nowMs;
      // One that shows nothing now ends when it was last said to.
      look = Promise.allSettled(addresses.map(async (one) => ends.set(one.text, await findEnd(one))));
    }
    await look;
    return [...ends].map(([of, endMs]) => ({ of, value: (endMs - nowMs) / 1000 }));
  };
  return [
    {
      name: 'mohlat_certificate_seconds',
      help: 'How long a certificate that is watched still lives, below nought once it has ended',
      label: 'address',
      read,
    },
  ];
}

/** When the certificate that is shown at an address ends, in milliseconds. One that has ended, or is of nobody's, is looked at as well. */
async function findEnd({ host, port, isAskedFirst }: Address): Promise<number> {
  const signal = AbortSignal.timeout(LOOK_MAX_MS);
  const socket = connect({ host, port });
  socket.on('error', () => {});
  try {
    await once(socket, 'connect', { signal });
    if (isAskedFirst) {
      socket.write(SSL_REQUEST);
      const [answer] = (await once(socket, 'data', { signal })) as [Buffer];
      if (answer[0] !== YES) throw new Error('no certificate is shown');
    }
    const secure = connectSecurely({
      socket,
      servername: isIP(host) === 0 ? host : '',
      rejectUnauthorized: false,
    });
    secure.on('error', () => {});
    await once(secure, 'secureConnect', { signal });
    return secure.getPeerX509Certificate()!.validToDate.getTime();
  } finally {
    socket.destroy();
  }
}

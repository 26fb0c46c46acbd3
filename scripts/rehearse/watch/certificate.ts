import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:tls';
import { selfSigned } from '../../deploy/secrets.ts';

const HOST = '127.0.0.1';
/** As long as one that `npm run secrets` makes. */
const LONG_DAYS = 90;

/** A certificate that is shown to everybody who asks, as the proxy shows that of the installation. */
export interface ShownCertificate {
  readonly address: string;
  /** Shows another one, which lives so many days. */
  show(days?: number): void;
  close(): void;
}

export async function showCertificate(): Promise<ShownCertificate> {
  const pemOf = (days: number) => {
    const pem = selfSigned(HOST, days);
    return { key: pem, cert: pem };
  };
  const server = createServer(pemOf(LONG_DAYS));
  server.on('tlsClientError', () => {});
  server.listen(0, HOST);
  await once(server, 'listening');
  return {
    address: `https://${HOST}:${(server.address() as AddressInfo).port}`,
    show: (days = LONG_DAYS) => server.setSecureContext(pemOf(days)),
    close: () => void server.close(),
  };
}

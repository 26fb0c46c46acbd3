import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { newJwtKeys } from '../../apps/server/src/platform/config/config.ts';
import { newEvidenceKeys } from '../../apps/server/src/platform/config/evidence-keys.ts';
import { findProgram } from '../rehearse/programs.ts';

/** Where others reach the database: the owner, and the worker's queue, at the leader itself, the roles through the pooler. */
export interface Addresses {
  readonly leader: string;
  readonly pooler: string;
  /** The name that people type. */
  readonly host: string;
  /** Set where leader and pooler are on other machines, and show a certificate: of this file's authority, or of one that is known. */
  readonly tls?: { readonly authority?: string | undefined };
}

const ROLES = ['api', 'worker', 'auth', 'staff'] as const;
const DAYS = 90;

/**
 * Makes every secret of an installation, each in a file of its own. The folder is closed; the files are readable, because an engine
 * shows a file to a container's account with the rights it has here. Throws where the folder is there: a secret is never made twice.
 */
export async function writeSecrets(folder: string, { leader, pooler, host, tls }: Addresses): Promise<void> {
  if (existsSync(folder)) throw new Error(`${folder} is there already: what it holds may be in use`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text, { mode: 0o444 });
  const query = tls === undefined ? '' : queryOf(tls.authority);
  const owner = password();
  write('postgres_owner', owner);
  write('postgres_replicator', password());
  write('database_url', `postgres://mohlat:${owner}@${leader}/postgres${query}`);
  const users: string[] = [];
  for (const role of ROLES) {
    const own = password();
    write(`postgres_${role}`, own);
    write(`database_${role}_url`, `postgres://mohlat_${role}:${own}@${pooler}/postgres${query}`);
    if (role === 'worker')
      write('database_direct_url', `postgres://mohlat_worker:${own}@${leader}/postgres${query}`);
    users.push(`"mohlat_${role}" "${own}"\n`);
  }
  write('pooler_users', users.join(''));
  write('master_key', `k${randomBytes(4).toString('hex')}:${randomBytes(32).toString('base64')}`);
  write('jwt_keys', await newJwtKeys());
  write('evidence_keys', newEvidenceKeys());
  write('metrics_token', password());
  write('proxy.pem', selfSigned(host, DAYS));
}

/** Asks for TLS with a certificate that is checked, as the product insists on for another machine. */
function queryOf(authority: string | undefined): string {
  const root = authority === undefined ? [] : [['sslrootcert', authority]];
  return `?${new URLSearchParams([['sslmode', 'verify-full'], ...root]).toString()}`;
}

function password(): string {
  return randomBytes(24).toString('hex');
}

/** Makes a self-signed certificate with its key: enough for a trial, and the place where the real one goes. */
export function selfSigned(host: string, days: number): string {
  const kind = /^[\d.]+$/.test(host) ? 'IP' : 'DNS';
  const about = ['-days', String(days), '-subj', `/CN=${host}`, '-addext', `subjectAltName=${kind}:${host}`];
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-keyout', '-', '-out', '-'];
  return execFileSync(findProgram('openssl', 'openssl'), ['req', '-x509', ...key, ...about], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
}

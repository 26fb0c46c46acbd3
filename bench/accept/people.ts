import { createPrivateKey, type KeyObject, sign, type webcrypto } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import { idOf, sqlId } from './ids.ts';

const FAR = '2099-01-01T00:00:00Z';
const LIMIT_PAISE = 1_000_000_000_000;

interface Count {
  readonly users: number;
  readonly quotes: number;
}

/** Makes people and quotes after the model, row by row as the product wrote them, with ids and limits of their own. */
export async function cloneModel(sql: pg.Pool, modelId: string, { users, quotes }: Count): Promise<void> {
  const copy = (table: string, owner: string, count: number, changes: string) =>
    sql.query(
      `insert into ${table} select made.* from (select * from ${table} where ${owner} = $1 limit 1) model,
         generate_series(0, $2 - 1) as n, lateral jsonb_populate_record(model::${table}, jsonb_build_object(${changes})) made`,
      [modelId, count],
    );
  const user = `'user_id', ${sqlId('user', 'n')}`;
  await copy(
    'auth.users',
    'id',
    users,
    `'id', ${sqlId('user', 'n')}, 'email', 'bench' || n || '@example.in'`,
  );
  await copy('auth.sessions', 'user_id', users, `${user}, 'id', ${sqlId('session', 'n')}`);
  await copy('profiles', 'user_id', users, user);
  await copy('kyc_records', 'user_id', users, user);
  // The yes to the limit is the model's alone: it is not asked for again where a payment is accepted.
  const limit = `'limit_paise', ${LIMIT_PAISE}, 'limit_consent_id', null`;
  await copy('credit_accounts', 'user_id', users, `${user}, ${limit}`);
  await copy('cards', 'user_id', users, `${user}, 'id', ${sqlId('card', 'n')}`);
  await copy(
    'quotes',
    'user_id',
    quotes,
    `'user_id', ${sqlId('user', `n % ${users}`)}, 'id', ${sqlId('quote', 'n')}, 'card_id', ${sqlId('card', `n % ${users}`)},
     'bill_fetch_id', null, 'expires_at', '${FAR}'`,
  );
}

/** Access tokens as the auth server would have signed them, with the claims of the model's. */
export function signTokens(dataDir: string, modelToken: string, users: number): string[] {
  const [head = '', claims = ''] = modelToken.split('.');
  const key = signingKey(dataDir);
  const model = JSON.parse(Buffer.from(claims, 'base64url').toString()) as object;
  return Array.from({ length: users }, (_, number) => {
    const own = {
      ...model,
      sub: idOf('user', number),
      session_id: idOf('session', number),
      exp: Date.parse(FAR) / 1000,
    };
    const text = `${head}.${Buffer.from(JSON.stringify(own)).toString('base64url')}`;
    const signature = sign('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' });
    return `${text}.${signature.toString('base64url')}`;
  });
}

function signingKey(dataDir: string): KeyObject {
  const { keys } = JSON.parse(readFileSync(join(dataDir, 'keys', 'jwt-keys.json'), 'utf8')) as {
    keys: (webcrypto.JsonWebKey & { key_ops?: string[] })[];
  };
  const key = keys.find((one) => one.key_ops?.includes('sign'));
  if (!key) throw new Error('no key signs access tokens');
  return createPrivateKey({ key, format: 'jwk' });
}

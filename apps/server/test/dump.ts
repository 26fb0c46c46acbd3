import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';

/** A copy of the database as a thief would hold it. */
export interface Dump {
  /** Every text, json and byte column of every table of every schema; bytes as hex and as text. */
  readonly columns: string;
  /** Every row whole, as COPY writes it. */
  readonly rows: string;
}

export async function dumpDatabase(sql: pg.Pool): Promise<Dump> {
  const { rows: found } = await sql.query<{ place: string; name: string; type: string }>(
    `select format('%I.%I', n.nspname, c.relname) as place, a.attname as name, t.typname as type
     from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
     join pg_type t on t.oid = a.atttypid
     where c.relkind in ('r', 'p', 'm') and a.attnum > 0 and not a.attisdropped
       and n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast') order by 1, a.attnum`,
  );
  const plain = new Set(['int2', 'int4', 'int8', 'bool', 'uuid', 'timestamptz', 'date']);
  const columns: string[] = [];
  for (const { place, name, type } of found) {
    if (plain.has(type)) continue;
    const text =
      type === 'bytea' ? `encode("${name}", 'hex') || ' ' || encode("${name}", 'escape')` : `"${name}"::text`;
    columns.push(`-- ${place}.${name}`, ...(await texts(sql, `select ${text} as v from ${place}`)));
  }
  const rows: string[] = [];
  for (const place of new Set(found.map((column) => column.place)))
    rows.push(`-- ${place}`, ...(await texts(sql, `select t::text as v from ${place} t`)));
  return { columns: columns.join('\n'), rows: rows.join('\n') };
}

async function texts(sql: pg.Pool, query: string): Promise<string[]> {
  const { rows } = await sql.query<{ v: string | null }>(query);
  return rows.flatMap((row) => row.v ?? []);
}

/** Every file below a folder, bytes as they are and as hex. */
export function dumpFiles(folder: string): string {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile())
    .map((path) => {
      const bytes = readFileSync(path);
      return `-- ${path}\n${bytes.toString('latin1')}\n${bytes.toString('hex')}`;
    })
    .join('\n');
}

/** Every way a secret may be written, found in a text. Short codes count only as a word, and not as a JSON number. */
export function found(text: string, names: readonly (readonly [string, string])[]): string[] {
  const lower = text.toLowerCase();
  return names.flatMap(([name, secret]) =>
    Object.entries(formsOf(secret)).flatMap(([form, value]) => {
      const isShort = secret.length <= 8;
      const at = isShort
        ? text.search(new RegExp(`(?<![\\w.-]|":\\s?)${value}(?!\\w|[.-]\\w)`))
        : lower.indexOf(value.toLowerCase());
      return at < 0 ? [] : [`${name}, ${form}: …${text.slice(Math.max(0, at - 60), at + 20)}…`];
    }),
  );
}

/** The ways a secret may be written, by name. */
export function formsOf(secret: string): Record<string, string> {
  if (secret.length <= 8) return { plain: secret };
  const bytes = Buffer.from(secret);
  const forms: Record<string, string> = {
    plain: secret,
    reversed: [...secret].toReversed().join(''),
    hex: bytes.toString('hex'),
    'url-encoded': encodeURIComponent(secret),
    ...base64Of(bytes),
  };
  if (/^\d{10}$/.test(secret)) forms['in two fives'] = secret.replace(/^\d{5}/, '$& ');
  if (/^[A-Z]{5}\d{4}[A-Z]$/.test(secret)) forms['in groups'] = secret.replace(/\d{4}/, ' $& ');
  if (/^\d{10,18}$/.test(secret)) {
    const groups = secret.match(/\d{1,4}/g)!;
    forms['in groups of four'] = groups.join(' ');
    forms['with dashes'] = groups.join('-');
    forms['url-encoded groups'] = groups.join('%20');
    forms['plus between groups'] = groups.join('+');
  }
  if (/^\d{12,18}$/.test(secret)) {
    forms['first eight digits'] = secret.slice(0, 8);
    forms['last eight digits'] = secret.slice(-8);
  }
  return forms;
}

/** Base64 of a text that holds the bytes: what surrounds them decides which of three ways they look. */
function base64Of(bytes: Buffer): Record<string, string> {
  const forms: Record<string, string> = { base64url: bytes.toString('base64url') };
  for (const before of [0, 1, 2]) {
    const encoded = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64');
    // The first group mixes with what stands before, the last with what comes after.
    const from = before === 0 ? 0 : 4;
    const to = Math.floor((before + bytes.length) / 3) * 4;
    forms[`base64, ${before} bytes in`] = encoded.slice(from, to);
  }
  return forms;
}

import type { Tx } from '@mohlat/platform/db/transactions.ts';
import type { CodeKind, CodeTries } from './auth.rules.ts';

/** Devices that the account knows; others who asked for the code they try; others who did not. */
export type Triers = 'known' | 'askers' | 'others';

/** Wrong codes of an account's last thirty days, by kind and whose they were. The caller holds the account. */
export async function listCodeTries(
  tx: Tx,
  userId: string,
): Promise<readonly (CodeTries & { readonly kind: CodeKind; readonly triers: Triers })[]> {
  return tx.call<CodeTries & { kind: CodeKind; triers: Triers } & Record<string, unknown>>(
    `select kind, triers, wrong, long_wrong as "longWrong", since, last_at as "lastAt" from auth.code_tries
     where user_id = $1`,
    [userId],
  );
}

export async function putCodeTries(
  tx: Tx,
  userId: string,
  kind: CodeKind,
  triers: Triers,
  { wrong, longWrong, since, lastAt }: CodeTries,
): Promise<void> {
  await tx.call(
    `insert into auth.code_tries (user_id, kind, triers, wrong, long_wrong, since, last_at)
     values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (user_id, kind, triers) do update set wrong = excluded.wrong, long_wrong = excluded.long_wrong,
       since = excluded.since, last_at = excluded.last_at`,
    [userId, kind, triers, wrong, longWrong, since, lastAt],
  );
}

export async function deleteCodeTries(tx: Tx, userId: string, kind: CodeKind, triers: Triers): Promise<void> {
  await tx.call('delete from auth.code_tries where user_id = $1 and kind = $2 and triers = $3', [
    userId,
    kind,
    triers,
  ]);
}

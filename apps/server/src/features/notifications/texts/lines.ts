import { z } from 'zod';
import { pageOf, readCursor } from '#platform/db/cursor.ts';
import type { Tx } from '#platform/db/database.ts';
import { query } from '#platform/db/query.ts';
import type { Language } from './mail-template.ts';

const LINE = z.object({ title: z.string(), description: z.string() });
const TEXTS = z.object({ en: LINE, hi: LINE });

/** The line of a notice in a language. One of the version before has none, and stays as it was written. */
function lineIn(texts: unknown, language: Language) {
  const kept = TEXTS.safeParse(texts);
  return kept.success ? kept.data[language] : {};
}

/** A page of a person's notices, newest first, in the language they read now. */
export async function listLines(
  tx: Tx,
  userId: string,
  page: { readonly limit: number; readonly cursor?: string | undefined },
) {
  const after = readCursor(page.cursor);
  let rows = query
    .selectFrom('notifications')
    .select(['id', 'type', 'icon', 'title', 'description', 'link', 'at', 'read_at', 'texts'])
    .select((own) =>
      own.selectFrom('preferences').select('language').where('user_id', '=', userId).as('language'),
    )
    .where('user_id', '=', userId)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(page.limit + 1);
  if (after) {
    rows = rows.where((where) => where(where.refTuple('at', 'id'), '<', where.tuple(after.at, after.id)));
  }
  const { items, nextCursor } = pageOf(await tx.rows(rows), page.limit, (row) => row);
  return {
    items: items.map(({ texts, language, ...row }) => ({ ...row, ...lineIn(texts, language ?? 'en') })),
    nextCursor,
  };
}

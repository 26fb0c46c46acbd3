import type { Tx } from '#platform/db/database.ts';
import { announcement } from '#platform/events/bus.ts';
import type { Notice } from './notice.ts';

type Line = Pick<Notice, 'type' | 'icon' | 'title' | 'description'> &
  Required<Pick<Notice, 'inHindi' | 'link'>> & { readonly userId: string };

/**
 * In the app only, one thing to each of many people, kept in each language; nothing to an erased account. The people's rows are read
 * beforehand: a cluster joins a list with none that may be missing (decision 121).
 */
export async function announceEach(tx: Tx, lines: readonly Line[], now: Date): Promise<void> {
  if (lines.length === 0) return;
  const userIds = [...new Set(lines.map(({ userId }) => userId))];
  const [inHindi, erased] = await Promise.all([
    tx.call<{ user_id: string }>(
      "select user_id from preferences where user_id = any ($1::uuid[]) and language = 'hi'",
      [userIds],
    ),
    tx.call<{ user_id: string }>(
      'select user_id from account_closures where user_id = any ($1::uuid[]) and erased_at is not null',
      [userIds],
    ),
  ]);
  const readsHindi = new Set(inHindi.map((row) => row.user_id));
  const isErased = new Set(erased.map((row) => row.user_id));
  const told = lines.filter(({ userId }) => !isErased.has(userId));
  if (told.length === 0) return;
  const words = told.map((line) => (readsHindi.has(line.userId) ? line.inHindi : line));
  const textsOf = ({ title, description, inHindi: hi }: Line) =>
    JSON.stringify({ en: { title, description }, hi: { title: hi.title, description: hi.description } });
  await tx.call(
    `with told as (
       insert into notifications (user_id, type, icon, link, title, description, at, texts)
       select n.user_id, n.type, n.icon, n.link, n.title, n.description, $7, n.texts
       from unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $8::jsonb[])
         as n (user_id, type, icon, link, title, description, texts)
       returning user_id, id)
     select ${announcement('user_id', "'notification'::text", 'id')} from told`,
    [
      told.map(({ userId }) => userId),
      told.map(({ type }) => type),
      told.map(({ icon }) => icon),
      told.map(({ link }) => link),
      words.map(({ title }) => title),
      words.map(({ description }) => description),
      now,
      told.map(textsOf),
    ],
  );
}

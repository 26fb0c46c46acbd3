import type { Tx } from '#platform/db/database.ts';
import { announcement } from '#platform/events/bus.ts';
import type { Notice } from './notice.ts';

type Line = Pick<Notice, 'type' | 'icon' | 'title' | 'description'> &
  Required<Pick<Notice, 'inHindi' | 'link'>> & { readonly userId: string; readonly kind: 'must' | 'service' };

/**
 * In the app only, one thing to each of many people, kept in each language; nothing to a closed account, and nothing that can wait to one who
 * switched the app's notices off. Languages and closings are read
 * apart: a cluster joins a list with none that may be missing (decision 121).
 */
export async function announceEach(tx: Tx, all: readonly Line[], now: Date): Promise<void> {
  const asked = [...new Set(all.map(({ userId }) => userId))];
  if (asked.length === 0) return;
  const preferences = await tx.call<{ user_id: string; is_hindi: boolean; in_app: boolean }>(
    "select user_id, language = 'hi' as is_hindi, in_app from preferences where user_id = any ($1::uuid[])",
    [asked],
  );
  const readsHindi = new Set(preferences.filter((one) => one.is_hindi).map((one) => one.user_id));
  const wantsNone = new Set(preferences.filter((one) => !one.in_app).map((one) => one.user_id));
  const lines = all.filter(({ userId, kind }) => kind === 'must' || !wantsNone.has(userId));
  if (lines.length === 0) return;
  const userIds = [...new Set(lines.map(({ userId }) => userId))];
  const words = lines.map((line) => (readsHindi.has(line.userId) ? line.inHindi : line));
  const textsOf = ({ title, description, inHindi: hi }: Line) =>
    JSON.stringify({ en: { title, description }, hi: { title: hi.title, description: hi.description } });
  const told = await tx.call<{ id: string }>(
    `with told as (
       insert into notifications (user_id, type, icon, link, title, description, at, texts)
       select n.user_id, n.type, n.icon, n.link, n.title, n.description, $7, n.texts
       from unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $8::jsonb[])
         as n (user_id, type, icon, link, title, description, texts)
       returning user_id, id)
     select id, ${announcement('user_id', "'notification'::text", 'id')} from told`,
    [
      lines.map(({ userId }) => userId),
      lines.map(({ type }) => type),
      lines.map(({ icon }) => icon),
      lines.map(({ link }) => link),
      words.map(({ title }) => title),
      words.map(({ description }) => description),
      now,
      lines.map(textsOf),
    ],
  );
  await dropOfClosed(
    tx,
    userIds,
    told.map(({ id }) => id),
  );
}

/** Looks once the lines are written: an account erased before that is seen, and one whose erasing has yet to begin counts as erased. */
async function dropOfClosed(tx: Tx, userIds: readonly string[], ids: readonly string[]): Promise<void> {
  const closed = await tx.call<{ user_id: string }>(
    'select user_id from account_closures where user_id = any ($1::uuid[])',
    [userIds],
  );
  if (closed.length === 0) return;
  await tx.call('delete from notifications where user_id = any ($1::uuid[]) and id = any ($2::uuid[])', [
    closed.map((row) => row.user_id),
    ids,
  ]);
}

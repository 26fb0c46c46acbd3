import type { Tx } from '#platform/db/database.ts';
import { announcement } from '#platform/events/bus.ts';
import type { Notice } from './notice.ts';

type Line = Pick<Notice, 'type' | 'icon' | 'title' | 'description'> &
  Required<Pick<Notice, 'inHindi' | 'link'>> & { readonly userId: string };

/** In the app only, one thing to each of many people, in one statement, kept in each language; nothing to an erased account. */
export async function announceEach(tx: Tx, lines: readonly Line[], now: Date): Promise<void> {
  if (lines.length === 0) return;
  const column = (read: (line: Line) => string) => lines.map(read);
  await tx.call(
    `with told as (
       insert into notifications (user_id, type, icon, link, title, description, at, texts)
       select n.user_id, n.type, n.icon, n.link,
         case when p.language = 'hi' then n.title_hi else n.title end,
         case when p.language = 'hi' then n.description_hi else n.description end, $9,
         jsonb_build_object('en', jsonb_build_object('title', n.title, 'description', n.description),
           'hi', jsonb_build_object('title', n.title_hi, 'description', n.description_hi))
       from unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[])
         as n (user_id, type, icon, link, title, description, title_hi, description_hi)
       left join preferences p on p.user_id = n.user_id
       where not exists (select 1 from account_closures a where a.user_id = n.user_id and a.erased_at is not null)
       returning user_id, id)
     select ${announcement('user_id', "'notification'::text", 'id')} from told`,
    [
      column((line) => line.userId),
      column((line) => line.type),
      column((line) => line.icon),
      column((line) => line.link),
      column((line) => line.title),
      column((line) => line.description),
      column((line) => line.inHindi.title),
      column((line) => line.inHindi.description),
      now,
    ],
  );
}

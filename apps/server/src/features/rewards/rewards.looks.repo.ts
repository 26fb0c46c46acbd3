import type { Span } from '@mohlat/lending';
import { addDays, type BusinessDate } from '@mohlat/money';
import type { Tx } from '#platform/db/database.ts';
import type { DueRow } from '#platform/jobs/due.ts';

/*
 * The looks of the night for rewards to change. Few of all years have something to do, and no statement reads the others.
 */

/** So many rows, but those that rest after a failure. */
export interface Page {
  readonly without: readonly string[];
  readonly limit: number;
}

const PEOPLE_AT_ONCE = 500;
const NOBODY = '00000000-0000-0000-0000-000000000000';

/** Goes through some people, a lot in one statement, and answers what is found of them, so many at most. */
async function findInLots<R>(
  limit: number,
  {
    people,
    find,
  }: {
    /** Those after one, in order. */
    readonly people: (after: string) => Promise<readonly { readonly userId: string }[]>;
    readonly find: (people: readonly string[]) => Promise<readonly R[]>;
  },
): Promise<R[]> {
  const found: R[] = [];
  for (let after = NOBODY; found.length < limit;) {
    const lot = await people(after);
    const last = lot.at(-1);
    if (last === undefined) break;
    found.push(...(await find(lot.map(({ userId }) => userId))));
    after = last.userId;
  }
  return found.slice(0, limit);
}

/** SQL: cashback `r`, which may have come back from a repayment, with the cashback `f` it was at first and the loan `l` that earned it. */
export const WITH_FIRST = `rewards r left join rewards f on f.user_id = r.user_id and f.id = r.first_id
  join loans l on l.user_id = r.user_id and l.id = coalesce(f.loan_id, r.loan_id)`;

/** Cashback whose loan was taken back to an earlier day or undone since (`WITH_FIRST`). */
export const IS_DOUBTED = `coalesce(f.kind, r.kind) = 'cashback' and r.state = 'available'
  and (l.rewound_count <> r.rewound_count or l.status in ('exited', 'unwound') and not r.is_used)`;

/** The loans `l` that can have one: how often a loan was taken back only grows. */
const IS_MOVED = "(l.rewound_count > 0 or l.status in ('exited', 'unwound'))";

/** Rewards to be looked at again. */
export function listDoubted(tx: Tx, { without, limit }: Page): Promise<DueRow[]> {
  return findInLots(limit, {
    people: (after) =>
      tx.call<Pick<DueRow, 'userId'>>(
        `select distinct l.user_id as "userId" from loans l where ${IS_MOVED} and l.user_id > $1 order by 1 limit $2`,
        [after, PEOPLE_AT_ONCE],
      ),
    find: (people) =>
      tx.call<DueRow>(
        `select r.user_id as "userId", r.id from ${WITH_FIRST}
         where r.user_id = any ($1::uuid[]) and ${IS_MOVED} and ${IS_DOUBTED} and r.id <> all ($2::uuid[])
         order by r.user_id, r.id limit $3`,
        [people, without, limit],
      ),
  });
}

/** People whose rewards paid more than was needed; each is named by their own id. */
export function listHeld(tx: Tx, { without, limit }: Page): Promise<DueRow[]> {
  return findInLots(limit, {
    people: (after) =>
      tx.call<Pick<DueRow, 'userId'>>(
        `select distinct user_id as "userId" from repayments where channel = 'reward' and user_id > $1 order by 1 limit $2`,
        [after, PEOPLE_AT_ONCE],
      ),
    find: (people) =>
      tx.call<DueRow>(
        `select distinct h.user_id as "userId", h.user_id as id from rewards_held($1::uuid[]) h
         where h.user_id <> all ($2::uuid[]) order by 1 limit $3`,
        [people, without, limit],
      ),
  });
}

/** Rewards that were not used in their time, the oldest first. */
export function listOld(tx: Tx, today: BusinessDate, { without, limit }: Page): Promise<DueRow[]> {
  return tx.call<DueRow>(
    `select user_id as "userId", id from rewards
     where state = 'available' and not is_used and expires_on <= $1 and id <> all ($3::uuid[])
     order by expires_on, user_id, id limit $2`,
    [today, limit, without],
  );
}

/** A place among those who may earn: a day on which something fell due, a freeze ended, or a loan was closed, behind a person. */
export interface Place {
  readonly of: 'due' | 'thawed' | 'closed';
  readonly on: BusinessDate;
  readonly after: string;
}

export interface People {
  readonly people: readonly string[];
  /** Undefined at the end of the span. */
  readonly next: Place | undefined;
}

export const firstPlace = ({ from }: Span): Place => ({ of: 'due', on: from, after: NOBODY });

/** In the order in which a span is passed through. */
const KINDS = ['due', 'thawed', 'closed'] as const satisfies readonly Place['of'][];

const ROWS: Readonly<Record<Place['of'], { readonly table: string; readonly day: string }>> = {
  due: { table: 'instalments where is_active', day: 'due_on' },
  // An end of a freeze moves due dates to the day after it.
  thawed: { table: 'loan_freezes where not is_frozen', day: 'from_on + 1' },
  closed: { table: 'loans where true', day: 'closed_on' },
};

/**
 * People of whom something fell due, or was closed, in a span of days, each once: from a place on, until there are so many.
 * By the days, for in the order of people each lot would read the whole span again.
 */
export async function listPeople(tx: Tx, span: Span, place: Place, page: Page): Promise<People> {
  const people: string[] = [];
  let next: Place | undefined = place;
  while (next && people.length < page.limit) {
    const lot: People = await listPeopleOfDay(tx, span, next, page);
    people.push(...lot.people);
    next = lot.next;
  }
  return { people, next };
}

/** A lot of a day, but those who have an earlier place in the span. */
async function listPeopleOfDay(tx: Tx, span: Span, place: Place, { without, limit }: Page): Promise<People> {
  const { table, day } = ROWS[place.of];
  const lot = await tx.call<Pick<DueRow, 'userId'>>(
    `select distinct user_id as "userId" from ${table} and ${day} = $1 and user_id > $2 order by 1 limit $3`,
    [place.on, place.after, limit],
  );
  const last = lot.at(-1);
  if (last === undefined) return { people: [], next: await placeBehind(tx, span, place) };
  const { of, on } = place;
  const users = lot.map(({ userId }) => userId);
  // The end, less one day, up to which each kind was passed through before this place.
  const before = (kind: Place['of']) =>
    of === kind ? on : KINDS.indexOf(kind) < KINDS.indexOf(of) ? addDays(span.to, 1) : span.from;
  const left = await tx.call<Pick<DueRow, 'userId'>>(
    `select user_id as "userId" from instalments where user_id = any ($1::uuid[]) and is_active and due_on >= $2 and due_on < $3
     union select user_id from loan_freezes where user_id = any ($1::uuid[]) and not is_frozen and from_on + 1 >= $2 and from_on + 1 < $4
     union select user_id from loans where user_id = any ($1::uuid[]) and closed_on >= $2 and closed_on < $5
     union select user_id from account_closures where user_id = any ($1::uuid[])`,
    [users, span.from, before('due'), before('thawed'), before('closed')],
  );
  const apart = new Set([...without, ...left.map(({ userId }) => userId)]);
  return {
    people: users.filter((userId) => !apart.has(userId)),
    next: lot.length < limit ? await placeBehind(tx, span, place) : { ...place, after: last.userId },
  };
}

/** The next day that has anybody; behind the last one those of the next kind. Empty days are passed over in one statement. */
async function placeBehind(tx: Tx, span: Span, { of, on }: Place): Promise<Place | undefined> {
  const { table, day } = ROWS[of];
  const [next] = await tx.call<{ readonly on: BusinessDate | null }>(
    `select min(${day}) as "on" from ${table} and ${day} > $1 and ${day} <= $2`,
    [on, span.to],
  );
  if (next?.on) return { of, on: next.on, after: NOBODY };
  const then = KINDS[KINDS.indexOf(of) + 1];
  return then && placeBehind(tx, span, { of: then, on: addDays(span.from, -1), after: NOBODY });
}

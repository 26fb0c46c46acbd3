import { idOf } from './racing.ts';
import { type Person, until } from './person.ts';

/** Makes a person's KYC due again in thirty days, both documents of it. */
export async function comeDue(person: Person): Promise<void> {
  const { server } = person;
  const today = Date.parse((await server.control<{ now: string }>('GET', '/clock')).now);
  const day = (days: number) => new Date(today + days * 86_400_000).toISOString().slice(0, 10);
  await server.sql.query(
    `update kyc_records set rekyc_due_on = $2, rekyc_step_on = $3, pan_verified_at = $4, aadhaar_verified_at = $4
     where user_id = $1`,
    [await idOf(person), day(30), day(31), '2020-01-01T00:00:00Z'],
  );
}

/** The registers have a person under this name from now on. */
export function carry({ server, pan, aadhaar }: Person, name: string): Promise<unknown> {
  const aadhaarLast4 = aadhaar.slice(-4);
  return server.control('POST', '/people', { pan, name, dateOfBirth: '1990-01-01', aadhaarLast4 });
}

/** The PAN reviews of a person, the oldest first. */
export async function panReviewsOf(person: Person): Promise<{ id: string; status: string }[]> {
  const { rows } = await person.server.sql.query<{ id: string; status: string }>(
    "select id, status from reviews where user_id = $1 and kind = 'pan' order by created_at",
    [await idOf(person)],
  );
  return rows;
}

/** Decides a person's open PAN review at the desk of the trial, and waits until that has taken effect. */
export async function decidePanReview(person: Person, verdict: 'approve' | 'reject'): Promise<void> {
  const { server } = person;
  const open = (await panReviewsOf(person)).find(({ status }) => status === 'open')!;
  const decided = { what: 'auditor_verdict', reviewId: open.id, verdict };
  await until(() => server.control('POST', '/act', decided).catch(() => undefined));
  await until(async () => {
    const sql = 'select 1 from reviews where id = $1 and applied_at is not null';
    return (await server.sql.query(sql, [open.id])).rows[0];
  });
}

import { createHash, randomBytes } from 'node:crypto';
import { STAFF_ROLES, type StaffRole } from '@mohlat/contract';
import type { TestServer } from './harness.ts';
import type { Person, Reply } from './person.ts';

/** The beginning of a WebM file as browsers write it, followed by random bytes, which do not compress. */
export function recording(sizeBytes = 3000): Buffer {
  const head = Buffer.from(
    '1a45dfa39f4286810142f7810142f2810442f381084282847765626d42878104428581021853806701ffffffffffffff',
    'hex',
  );
  return Buffer.concat([head, Buffer.from('THE FACE AND VOICE OF A PERSON'), randomBytes(sizeBytes)]);
}

export const PUNE = { latitude: 18.52043, longitude: 73.85674 };

export const sha256 = (content: Buffer) => createHash('sha256').update(content).digest('hex');

export interface Challenge {
  readonly challengeId: string;
  readonly phrase: string;
  readonly expiresAt: string;
}

export const challengeOf = (person: Person) => person.ok<Challenge>('GET', '/kyc/video/challenge');

export async function putPart<T = { status: string; receivedParts: number[]; receivedBytes: number }>(
  person: Person,
  challengeId: string,
  index: number,
  content: Buffer,
  type = 'application/octet-stream',
): Promise<Reply<T>> {
  const path = `${person.server.url}/api/v1/kyc/video/recordings/${challengeId}/parts/${index}`;
  return replyOf(
    await fetch(path, {
      method: 'PUT',
      headers: { authorization: `Bearer ${person.token}`, 'content-type': type },
      body: new Uint8Array(content),
    }),
  );
}

export const complete = (
  person: Person,
  challengeId: string,
  content: Buffer,
  partCount: number,
  change: object = {},
) =>
  person.call<{ status: string }>('POST', `/kyc/video/recordings/${challengeId}/complete`, {
    partCount,
    sha256: sha256(content),
    ...PUNE,
    ...change,
  });

/** A whole recording in one multipart form. A field that is undefined is left out. */
export async function postForm(
  person: Person,
  fields: Readonly<Record<string, string | undefined>>,
  content: Buffer | undefined,
): Promise<Reply<{ status: string }>> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) form.set(name, value);
  if (content) form.set('video', new Blob([new Uint8Array(content)], { type: 'video/webm' }), 'video.webm');
  return replyOf(
    await fetch(`${person.server.url}/api/v1/kyc/video/recordings`, {
      method: 'POST',
      headers: { authorization: `Bearer ${person.token}` },
      body: form,
    }),
  );
}

async function replyOf<T>(response: Response): Promise<Reply<T>> {
  const text = await response.text();
  const isJson = /json/.test(response.headers.get('content-type') ?? '');
  return {
    status: response.status,
    headers: response.headers,
    body: (isJson && text ? JSON.parse(text) : text) as T,
  };
}

/** Everything in one go: challenge, two parts, handed in. Answers what was recorded. */
export async function handIn(person: Person): Promise<{ content: Buffer; challenge: Challenge }> {
  const challenge = await challengeOf(person);
  const content = recording();
  const half = Math.floor(content.length / 2);
  await putPart(person, challenge.challengeId, 0, content.subarray(0, half));
  await putPart(person, challenge.challengeId, 1, content.subarray(half));
  const reply = await complete(person, challenge.challengeId, content, 2);
  if (reply.status !== 200) throw new Error(`not handed in: ${JSON.stringify(reply.body)}`);
  return { content, challenge };
}

/** When the second factor was shown: one that stays fresh however far a test moves the clock, and one that is old. */
const SHOWN_AT = { fresh: Date.parse('2100-01-01T00:00:00Z') / 1000, old: 1 };

/** Makes a user staff with a second factor, as `npm run admin` and a TOTP code would; in every role if none is named. */
export async function promote(
  server: TestServer,
  person: Person,
  what: {
    readonly isStaff?: boolean;
    readonly roles?: readonly StaffRole[];
    readonly aal?: 'aal1' | 'aal2';
    readonly factor?: keyof typeof SHOWN_AT;
  } = {},
): Promise<Person> {
  const { id } = await person.ok<{ id: string }>('GET', '/me');
  await server.sql.query(
    `update auth.users set app_metadata = app_metadata || jsonb_build_object('is_admin', $2::boolean, 'roles', $3::jsonb)
     where id = $1`,
    [id, what.isStaff ?? true, JSON.stringify(what.roles ?? STAFF_ROLES)],
  );
  const aal = what.aal ?? 'aal2';
  const factor = { method: 'totp', timestamp: SHOWN_AT[what.factor ?? 'fresh'] };
  await server.sql.query(
    `update auth.sessions set aal = $2, amr = (
       select coalesce(jsonb_agg(one), '[]') from jsonb_array_elements($3 || amr) with ordinality as a (one, place)
       where one ->> 'method' <> 'totp' or (place = 1 and $2 = 'aal2')
     ) where user_id = $1`,
    [id, aal, JSON.stringify([factor])],
  );
  return person;
}

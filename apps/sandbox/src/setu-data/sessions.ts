import type { Person } from '../core/people.ts';
import { HOUR_MS } from '../core/time.ts';
import type { World } from '../core/world.ts';

const SESSION_MS = HOUR_MS;

export const CONSENT_CHOICES = [
  'approve',
  'deny',
  'close',
  'expire',
  'aadhaar_not_linked',
  'upstream_down',
  'name_mismatch',
  'dob_mismatch',
] as const;
export type ConsentChoice = (typeof CONSENT_CHOICES)[number];

export type ConsentSession = {
  id: string;
  redirectUrl: string;
  person: Person;
  state: 'waiting' | 'granted' | 'denied' | 'revoked' | 'expired';
  /** The error when the document is asked for. */
  trouble: 'aadhaar_not_linked' | 'upstream_server_error' | null;
  createdAt: number;
  validUntil: number;
  grantedAt: number | null;
};

/** The holder of the document, as far as an act names them; `digilockerId` names another account than that of the document. */
export type Hint = {
  readonly pan?: string | undefined;
  readonly aadhaarLast4?: string | undefined;
  readonly digilockerId?: string | undefined;
};

export type Sessions = {
  create(redirectUrl: string): ConsentSession;
  find(id: string): ConsentSession | undefined;
  /** By the twin's own id, or by any text contained in the address the person returns to. */
  search(text: string): ConsentSession | undefined;
  /** Says who sits at the consent page, where several people are on their way to theirs at once. */
  seat(session: ConsentSession, person: Person): void;
  /** Applies the person's choice on the consent page; answers the address they are sent back to, if any. */
  choose(session: ConsentSession, choice: ConsentChoice, hint?: Hint): string | null;
  revoke(session: ConsentSession): void;
  list(): ConsentSession[];
};

function returnAddress(session: ConsentSession, error?: { code: string; message: string }): string {
  const url = new URL(session.redirectUrl);
  url.searchParams.set('success', error ? 'False' : 'True');
  url.searchParams.set('id', session.id);
  if (!error) url.searchParams.set('scope', 'ADHAR PANCR DRVLC');
  if (error) {
    url.searchParams.set('errCode', error.code);
    url.searchParams.set('errMessage', error.message);
  }
  return url.href;
}

function sessionId(number: number): string {
  return `5b000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
}

/** Finds the owner of the document: a PAN or Aadhaar given on the consent page wins over the expected person. */
function personFor(world: World, session: ConsentSession, hint: Hint): Person {
  const byPan = hint.pan === undefined ? undefined : world.people.byPan(hint.pan);
  if (byPan) return byPan;
  const last4 = hint.aadhaarLast4;
  if (last4 === undefined || session.person.aadhaarLast4 === last4) return session.person;
  return world.people.byAadhaarLast4(last4) ?? { ...session.person, aadhaarLast4: last4 };
}

function shiftYear(date: string): string {
  return `${Number(date.slice(0, 4)) - 1}${date.slice(4)}`;
}

export function createSessions(world: World): Sessions {
  const book = world.store.book<ConsentSession>('consent_session');
  const current = (session: ConsentSession | undefined): ConsentSession | undefined =>
    session && world.clock.now() > session.validUntil ? { ...session, state: 'expired' } : session;
  const keep = (session: ConsentSession) => book.put(session.id, session);

  const choose: Sessions['choose'] = (session, choice, hint = {}) => {
    const found = personFor(world, session, hint);
    const { digilockerId = found.digilockerId } = hint;
    const person = { ...found, digilockerId };
    const granted: ConsentSession = { ...session, person, state: 'granted', grantedAt: world.clock.now() };
    switch (choice) {
      case 'approve':
        keep(granted);
        return returnAddress(session);
      case 'aadhaar_not_linked':
        keep({ ...granted, trouble: 'aadhaar_not_linked' });
        return returnAddress(session);
      case 'upstream_down':
        keep({ ...granted, trouble: 'upstream_server_error' });
        return returnAddress(session);
      case 'name_mismatch':
        keep({ ...granted, person: { ...person, name: 'Vikram Chandrasekhar' } });
        return returnAddress(session);
      case 'dob_mismatch':
        keep({ ...granted, person: { ...person, dateOfBirth: shiftYear(person.dateOfBirth) } });
        return returnAddress(session);
      case 'deny':
        keep({ ...session, state: 'denied' });
        return returnAddress(session, {
          code: 'user_consent_not_given',
          message: 'The user did not give consent',
        });
      case 'expire':
        keep({ ...session, state: 'expired' });
        return returnAddress(session, { code: 'request_not_found', message: 'The request has expired' });
      case 'close':
        return null;
    }
  };

  return {
    create(redirectUrl) {
      const now = world.clock.now();
      const session: ConsentSession = {
        id: sessionId(world.store.nextNumber()),
        redirectUrl,
        person: world.people.takeExpected(),
        state: 'waiting',
        trouble: null,
        createdAt: now,
        validUntil: now + SESSION_MS,
        grantedAt: null,
      };
      keep(session);
      return session;
    },
    find: (id) => current(book.find(id)),
    search: (text) =>
      current(
        book.find(text) ??
          (text === '' ? undefined : book.search(text).find((one) => one.redirectUrl.includes(text))),
      ),
    seat: (session, person) => keep({ ...session, person }),
    choose,
    revoke: (session) => keep({ ...session, state: 'revoked' }),
    list: () => book.list(200),
  };
}

import type { Store } from './store.ts';

export type Person = {
  pan: string;
  name: string;
  dateOfBirth: string;
  aadhaarLast4: string;
  mobile: string | null;
  accountNumber: string | null;
  /** Their account at DigiLocker; undefined for a new one in each session. */
  digilockerId?: string | undefined;
};

/** The owner of a magic PAN that is not registered. */
export const ASHA_RAO: Person = {
  pan: 'ABCDE1234A',
  name: 'Asha Rao',
  dateOfBirth: '1990-01-01',
  aadhaarLast4: '7058',
  mobile: null,
  accountNumber: null,
};

export type People = {
  register(person: Person): void;
  byPan(pan: string): Person | undefined;
  byMobile(mobile: string): Person | undefined;
  byAccount(accountNumber: string): Person | undefined;
  byAadhaarLast4(last4: string): Person | undefined;
  list(): Person[];
  /** Told by the PAN twin: the next consent session without a hint belongs to this person. */
  expect(pan: string | null): void;
  /** Takes the person whose documents a new consent session shows when it has no hint. */
  takeExpected(): Person;
  /** The person the outside world spoke of last, without taking anybody. */
  lastExpected(): Person;
};

type Expectation = { queue: string[]; last: string | null };

/** The people of the outside world, the same for every provider. */
export function createPeople(store: Store): People {
  const book = store.book<Person>('person');
  const mobiles = store.book<{ pan: string }>('person_mobile');
  const accounts = store.book<{ pan: string }>('person_account');
  const expectation = (): Expectation =>
    JSON.parse(store.readSetting('expected_people') ?? '{"queue":[],"last":null}') as Expectation;
  const keep = (next: Expectation) => store.writeSetting('expected_people', JSON.stringify(next));
  return {
    register(person) {
      book.put(person.pan, person, person.aadhaarLast4);
      if (person.mobile !== null) mobiles.put(person.mobile, { pan: person.pan });
      if (person.accountNumber !== null) accounts.put(person.accountNumber, { pan: person.pan });
    },
    byPan: (pan) => book.find(pan),
    byMobile(mobile) {
      const owner = mobiles.find(mobile.slice(-10));
      return owner && book.find(owner.pan);
    },
    byAccount(accountNumber) {
      const owner = accounts.find(accountNumber);
      return owner && book.find(owner.pan);
    },
    byAadhaarLast4: (last4) => book.listByRef(last4).at(-1),
    list: () => book.list(),
    expect(pan) {
      const { queue, last } = expectation();
      if (pan === null) keep({ queue, last: null });
      else if (!queue.includes(pan)) keep({ queue: [...queue, pan], last: last === pan ? last : null });
    },
    lastExpected() {
      const { queue, last } = expectation();
      const pan = last ?? queue.at(-1);
      return (pan === undefined ? undefined : book.find(pan)) ?? ASHA_RAO;
    },
    takeExpected() {
      const { queue, last } = expectation();
      const [first, ...rest] = queue;
      const pan = first ?? last;
      if (first !== undefined) keep({ queue: rest, last: first });
      return (pan === null || pan === undefined ? undefined : book.find(pan)) ?? ASHA_RAO;
    },
  };
}

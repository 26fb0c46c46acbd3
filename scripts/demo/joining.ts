import { readFileSync } from 'node:fs';
import { join as joinPath } from 'node:path';
import {
  assessCredit,
  completeAadhaar,
  createCard,
  deleteMe,
  getKyc,
  getMe,
  getVideoChallenge,
  linkBankAccount,
  listReferrals,
  postIncomeEvidence,
  postRecording,
  putOnboarding,
  startAadhaar,
  verifyPan,
} from '@mohlat/contract';
import { addDays } from '@mohlat/money';
import { type Intent, isMember, type Life, type Member, type Planned, type Stage } from './lives.ts';
import type { Random } from '@mohlat/lending/simulate';
import { BANKS, cardEnding, cardNumber } from './people.ts';

/** So many of the second cards end as their digits say: refused, refunded by the rail, never answered about. */
const ODD_SHARE = 0.2;
const ODD_ENDINGS = ['1002', '1002', '1002', '1011', '1012', '1012', '1006'] as const;
/** The rail never answers about it. */
const UNANSWERED_ENDING = '1006';
/** It takes any amount: a bill that is refused before it is sent is answered. */
const UNANSWERED_BANK = 'HDFC Bank';
/** A drawn person, who moves the head and speaks for five seconds. */
const RECORDING = readFileSync(joinPath(import.meta.dirname, 'recording.webm'));
const SAME_DEVICE_SHARE = 0.2;
const BANK_SHARE = 0.25;
const ODD_ACCOUNTS = ['9990000001', '9990000002'] as const;
const CLOSES_EVERY = 3;
/** A name that is near enough to be looked at has this word more. */
const WORD_MORE = 'Lal';
/** Days between bills, from and to: some pay each one here, others now and then. */
const GAPS = [
  [27, 35],
  [40, 65],
  [60, 110],
] as const;
const FIRST_GAP = [24, 34] as const;

/** Signs a person up and takes them as far as they come. */
export async function join(stage: Stage, life: Life): Promise<Planned[]> {
  const { ask, control } = stage.world;
  const { person } = life;
  const friend = friendOf(stage, life);
  const ref = friend?.referralCode;
  // Some friends are the same person again, on the same telephone.
  const device = deviceOf(friend && life.random.chance(SAME_DEVICE_SHARE) ? friend : life);
  const { email, name, mobile } = person;
  const actor = await stage.door.signUp({ email, name, mobile, device, ...(ref ? { ref } : {}) });
  life.actor = actor;
  if (!isMember(life)) return [];
  // Signed in within the hour, as closing an account asks for.
  if (person.reaches === 'account' && person.number % CLOSES_EVERY === 0) await close(stage, life);
  if (person.reaches === 'account') return [];
  const { pan, dateOfBirth, address, monthlyIncomePaise, aadhaar } = person;
  const atIssuer = person.reaches === 'pan near' ? `${name} ${WORD_MORE}` : name;
  const known = { pan, name: atIssuer, dateOfBirth, aadhaarLast4: aadhaar.slice(-4), mobile };
  await control('POST', '/people', known);
  const form = { fullName: name, pan, dateOfBirth, address, monthlyIncomePaise };
  await ask(actor, putOnboarding, { body: form });
  await ask(actor, verifyPan, { body: { pan }, language: person.language });
  // The reviewers have compared the two names by then.
  if (person.reaches === 'pan near') return later(stage, 4, { what: 'go on' });
  return person.reaches === 'all' ? goOn(stage, life) : [];
}

const later = ({ world }: Stage, days: number, intent: Intent): Planned[] => [
  { on: addDays(world.clock.today(), days), intent },
];

async function close({ world }: Stage, { actor, person }: Member): Promise<void> {
  const query = { language: person.language };
  await world.ask(actor, deleteMe, { query, body: { confirm: 'DELETE' } });
}

/** From the Aadhaar document to the first bill. */
export async function goOn(stage: Stage, member: Member): Promise<Planned[]> {
  const { ask } = stage.world;
  const { actor, person, random } = member;
  await shareAadhaar(stage, member);
  if (person.isOnVideo) await record(stage, member);
  if (random.chance(BANK_SHARE)) await linkBank(stage, member);
  await assess(stage, member);
  await ask(actor, postIncomeEvidence, {
    body: { kind: 'salary_slip', monthlyIncomePaise: person.monthlyIncomePaise },
    file: paper(person.name),
  });
  if (member.limitPaise === 0) return [];
  await addCards(stage, member);
  if (random.chance(0.5))
    member.referralCode = (await ask(actor, listReferrals, { query: { limit: '1' } })).code;
  // The reviewers have seen the salary slip by then.
  return [...later(stage, 2, { what: 'assess' }), ...bills(stage, member)];
}

/** Some people came by a friend's word. */
function friendOf({ lives }: Stage, { random }: Life): Life | undefined {
  const friends = lives.filter(({ referralCode }) => referralCode !== undefined);
  return friends.length > 0 && random.chance(0.2) ? random.pick(friends) : undefined;
}

const deviceOf = ({ person }: Life): string => `telephone-${person.number}`;

async function shareAadhaar({ world }: Stage, life: Member): Promise<void> {
  const { ask, control } = world;
  const { actor, person } = life;
  const { aadhaar, language } = person;
  const { sessionId } = await ask(actor, startAadhaar, { body: { aadhaar }, language });
  const consent = { what: 'approve_consent', sessionId, pan: person.pan };
  const { redirectUrl } = await control<{ redirectUrl: string }>('POST', '/act', consent);
  const state = new URL(redirectUrl).searchParams.get('state') ?? '';
  await ask(actor, completeAadhaar, { of: { sessionId }, body: { state } });
}

/** The video step, inside India and under a phrase of one's own. */
async function record({ world: { ask } }: Stage, { actor, person }: Member): Promise<void> {
  const { challengeId } = await ask(actor, getVideoChallenge, { language: person.language });
  const [latitude, longitude] = person.place;
  await ask(actor, postRecording, { body: { challengeId, latitude, longitude }, file: RECORDING });
}

/** An account for refunds; of a few the bank's name is near, or another's, and one belongs to a whole family. */
async function linkBank({ world: { ask, control } }: Stage, life: Member): Promise<void> {
  const { actor, person, random } = life;
  const accountNumber = random.pick([
    ...ODD_ACCOUNTS,
    ...Array.from({ length: 6 }, () => ownAccount(random)),
  ]);
  const { pan, name, dateOfBirth, aadhaar, mobile } = person;
  await control('POST', '/people', {
    pan,
    name,
    dateOfBirth,
    aadhaarLast4: aadhaar.slice(-4),
    mobile,
    accountNumber,
  });
  const form = { accountName: name, accountNumber, confirmAccountNumber: accountNumber, ifsc: 'HDFC0000001' };
  await ask(actor, linkBankAccount, { body: { ...form, acceptTerms: true }, language: person.language });
}

const ownAccount = (random: Random) => `5${random.int(100_000_000, 999_999_999)}`;

/** A new report, and a new recording where the last one was refused. */
export async function assess(stage: Stage, life: Life): Promise<void> {
  const { ask, clock } = stage.world;
  if (!isMember(life)) return;
  const { video } = await ask(life.actor, getKyc);
  if (video.status === 'rejected') await record(stage, life);
  await ask(life.actor, assessCredit, { body: { consent: true }, language: life.person.language });
  life.limitPaise = (await ask(life.actor, getMe)).credit?.limitPaise ?? 0;
  life.assessedOn = clock.today();
}

const isUnanswered = ({ part }: Life['person']): boolean => part === 'unanswered';

async function addCards({ world: { ask } }: Stage, { actor, person, random, cards }: Member): Promise<void> {
  const odd = isUnanswered(person) ? UNANSWERED_ENDING : random.pick(ODD_ENDINGS);
  const count = isUnanswered(person) ? 2 : random.pick([1, 1, 2, 2, 3]);
  for (let number = 0; number < count; number += 1) {
    const isOdd = number > 0 && (isUnanswered(person) || random.chance(ODD_SHARE));
    const bank = isUnanswered(person) ? UNANSWERED_BANK : random.pick(BANKS);
    const card = {
      cardNumber: isOdd ? cardEnding(odd, random) : cardNumber(random),
      nameOnCard: person.name
        .toUpperCase()
        .replaceAll(/[^A-Z .]/g, '')
        .slice(0, 26),
      expiry: `${String(random.int(1, 12)).padStart(2, '0')}/${random.int(29, 33)}`,
      bankName: bank,
    } as const;
    const { id } = await ask(actor, createCard, { body: card });
    cards.push({ id, bank });
  }
}

function bills({ world }: Stage, { random, endsOn, person }: Life): Planned[] {
  const [least, most] = person.isSpared ? FIRST_GAP : random.pick(GAPS);
  const planned: Planned[] = [];
  const first = addDays(world.clock.today(), 3 + random.int(0, 12));
  for (let on = first; on < endsOn; on = addDays(on, random.int(least, most)))
    planned.push({ on, intent: { what: 'bill' } });
  // The one whom everybody signs in as can pay when we look: a report of three months ago would hold the limit back.
  if (person.isSpared) planned.push({ on: addDays(endsOn, -1), intent: { what: 'assess' } });
  if (isUnanswered(person))
    planned.push({ on: addDays(endsOn, -random.int(1, 3)), intent: { what: 'bill of the odd card' } });
  return planned;
}

/** A salary slip, as far as anything but a person looks at it. */
const paper = (name: string): Buffer =>
  Buffer.from(
    `%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\n% Salary slip of ${name}\ntrailer<</Root 1 0 R>>\n%%EOF\n`,
  );

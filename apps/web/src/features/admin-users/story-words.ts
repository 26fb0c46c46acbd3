import { CONSENTS, KYC_REASONS, type UserTimelineEntry } from '@mohlat/contract';
import type { AdminWords } from '../../lib/admin/admin.words.ts';
import type { CodeWords } from '../../lib/admin/codes.words.ts';
import { codeWord } from '../../lib/admin/facts.tsx';
import type { Language } from '../../lib/language.ts';

/** The title of an entry in a person's story, and the text under it. */
export interface StoryLine {
  readonly title: string;
  readonly detail?: string | undefined;
}

interface Speech {
  readonly codes: CodeWords;
  readonly common: Pick<AdminWords, 'approvalKinds' | 'approvalStatuses'>;
  readonly language: Language;
}

type Entry = Pick<UserTimelineEntry, 'kind' | 'code' | 'text'>;
type Teller = (entry: { readonly code: string; readonly text: string }, speech: Speech) => StoryLine;

const KYC_CODE = /^(pan|aadhaar|video)_(.+)$/;
/** The start of a reminder's name that is about a charge by itself, named by its lateness. */
const OF_CHARGE = /^charge\d+_/;
const IN_APP = '.app';

const line = (title: string, detail = ''): StoryLine =>
  detail === '' || detail === title ? { title } : { title, detail };

/** Tells the event or the state now, with a code beside it. */
const withDetail =
  (
    titles: (speech: Speech) => Readonly<Record<string, string>>,
    details: (speech: Speech) => Readonly<Record<string, string>> = () => ({}),
  ): Teller =>
  ({ code, text }, speech) =>
    line(
      codeWord({ ...speech.codes.happened, ...titles(speech) }, code),
      // A state that names itself once more as its event says nothing new.
      text === code ? '' : text && codeWord(details(speech), text),
    );

function kycLine({ code }: { readonly code: string }, { codes, language }: Speech): StoryLine {
  const [, step = '', outcome = ''] = KYC_CODE.exec(code) ?? [];
  const reason = Object.hasOwn(KYC_REASONS, outcome)
    ? KYC_REASONS[outcome as keyof typeof KYC_REASONS][language]
    : undefined;
  const statuses: Readonly<Record<string, string>> = codes.kycStatuses;
  if (step === '') return line(codeWord({}, code));
  const name = codeWord(codes.kycSteps, step);
  if (reason !== undefined) return line(`${name}: ${codes.kycStatuses.rejected}`, reason);
  // An outcome that is neither a status nor a reason names the way that an issuer failed to answer.
  return line(`${name}: ${statuses[outcome] ?? codes.kycNoAnswer}`);
}

function noticeLine({ code, text }: { readonly code: string; readonly text: string }, { codes }: Speech) {
  if (code !== 'reminder') return line(text);
  const isInApp = text.endsWith(IN_APP);
  const name = isInApp ? text.slice(0, -IN_APP.length) : text;
  const step = codeWord(codes.reminders, name.replace(OF_CHARGE, ''));
  const notes = [...(OF_CHARGE.test(name) ? [codes.aboutCharge] : []), ...(isInApp ? [codes.inAppOnly] : [])];
  return line(codes.happened.reminder, notes.length === 0 ? step : `${step} (${notes.join(', ')})`);
}

/** The title of a consent, as the person read it. */
export function consentTitle(purpose: string, language: Language): string {
  return Object.hasOwn(CONSENTS, purpose)
    ? CONSENTS[purpose as keyof typeof CONSENTS].title[language]
    : codeWord({}, purpose);
}

const TELLERS: Readonly<Record<UserTimelineEntry['kind'], Teller>> = {
  sign_in: withDetail(({ codes }) => codes.accountEvents),
  kyc: kycLine,
  consent: ({ code, text }, { codes, language }) =>
    line(codeWord(codes.happened, code), consentTitle(text, language)),
  credit: withDetail(
    ({ codes }) => ({ ...codes.creditStates, ...codes.creditChanges }),
    ({ codes }) => codes.creditReasons,
  ),
  payment: withDetail(({ codes }) => codes.billStatuses),
  repayment: withDetail(
    ({ codes }) => codes.repaymentStatuses,
    ({ codes }) => ({ ...codes.channels, ...codes.failures }),
  ),
  refund: withDetail(
    ({ codes }) => codes.refundStatuses,
    ({ codes }) => codes.failures,
  ),
  reward: withDetail(
    ({ codes }) => codes.rewardKinds,
    ({ codes }) => codes.rewardStates,
  ),
  referral: withDetail(
    () => ({}),
    ({ codes }) => codes.referralRefusals,
  ),
  hardship: withDetail(({ codes }) => codes.hardshipReasons),
  notice: noticeLine,
  ticket: withDetail(() => ({})),
  review: withDetail(
    ({ codes }) => codes.reviewStatuses,
    ({ codes }) => codes.reviewKinds,
  ),
  approval: withDetail(
    ({ common }) => common.approvalStatuses,
    ({ common }) => common.approvalKinds,
  ),
  note: withDetail(() => ({})),
  // The reason is in a colleague's own words.
  staff: ({ code, text }, { codes }) => line(codeWord(codes.auditActions, code), text),
};

/** An entry in the reader's language; a code of another time is shown as it came, readable. */
export function storyLine({ kind, code, text }: Entry, speech: Speech): StoryLine {
  return TELLERS[kind]({ code, text: text ?? '' }, speech);
}

/** Repeats that are told once, with the latest and the earliest of their times. */
interface Repeats {
  readonly last: UserTimelineEntry;
  readonly first: UserTimelineEntry;
  readonly count: number;
}

const sameness = ({ kind, code, text, amountPaise, objectId, by }: UserTimelineEntry): string =>
  JSON.stringify([kind, code, text, amountPaise, objectId, by?.id]);

/** Joins repeats with nothing else between them; newest first, as the entries came. */
export function repeatsTogether(story: readonly UserTimelineEntry[]): readonly Repeats[] {
  const told: Repeats[] = [];
  for (const entry of story) {
    const before = told.at(-1);
    if (before !== undefined && sameness(before.last) === sameness(entry))
      told.splice(-1, 1, { ...before, first: entry, count: before.count + 1 });
    else told.push({ last: entry, first: entry, count: 1 });
  }
  return told;
}

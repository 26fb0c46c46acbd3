import {
  addUserNote,
  blockUser,
  type SentOf,
  changeUserNote,
  decideReview,
  getReview,
  getUser,
  listReviews,
  listUsers,
  proposeLimit,
  proposeReinstatement,
  proposeUnblock,
  revealUserField,
  type ReviewKindName,
  VIDEO_REFUSALS,
} from '@mohlat/contract';
import type { Random } from '@mohlat/lending/simulate';
import { listOverdue } from './finance-desk.ts';
import { type Office, PAGE } from './staff.ts';

/** Reviews of the last days wait for anybody who looks at the demo. */
const UNREVIEWED_DAYS = 9;

/** Most of what came in is looked at on the same day, and one in ten is refused. */
export async function judgeReviews({ team, random, daysLeft }: Office): Promise<void> {
  if (daysLeft <= UNREVIEWED_DAYS) return;
  const { items } = await team.ask('risk', listReviews, { query: { order: 'oldest', limit: PAGE } });
  for (const { id, kind } of items) {
    if (!random.chance(0.8)) continue;
    if (random.chance(0.2)) await team.ask('risk', getReview, { id });
    await team.tryTo('risk', decideReview, { id, body: verdictOn(kind, random) });
  }
}

const REFUSALS: Readonly<Record<Exclude<ReviewKindName, 'video'>, readonly string[]>> = {
  income: ['The slip is older than three months', 'The employer’s name cannot be read'],
  pan: ['The middle name belongs to somebody else in the family'],
  bank_account: ['The account is held by another person'],
};

function verdictOn(kind: ReviewKindName, random: Random): SentOf<typeof decideReview, 'body'> {
  if (random.chance(0.9)) return { decision: 'approve' };
  if (kind !== 'video') return { decision: 'reject', reason: random.pick(REFUSALS[kind]) };
  const reasonCode = random.pick(VIDEO_REFUSALS);
  const reason = 'Please sit by a window and hold the phone at the height of your eyes.';
  return { decision: 'reject', reasonCode, ...(random.chance(0.5) ? { reason } : {}) };
}

/** Limits go in steps of so much. */
const STEP_PAISE = 500_000;
const LIMITED = `select user_id, limit_paise from credit_accounts where state = 'active' and limit_paise > $1 order by user_id`;
const SUSPENDED = `select user_id from credit_accounts where state = 'suspended' order by user_id`;

/** A limit is changed by hand now and then, and one is freed again where the arrears are repaid. */
export async function lookAtLimits(office: Office): Promise<void> {
  const { stage, random } = office;
  if (random.chance(0.5)) await changeLimit(office);
  const { rows } = await stage.world.sql.query<{ user_id: string }>(SUSPENDED);
  for (const { user_id: id } of rows) if (random.chance(0.5)) await reinstate(office, id);
}

export function reinstate({ team }: Office, id: string) {
  const reason = 'Has repaid everything and explained why it was late';
  return team.tryTo('risk', proposeReinstatement, { id, body: { reason } });
}

export async function changeLimit({ stage, team, random }: Office): Promise<boolean> {
  const { rows } = await stage.world.sql.query<{ user_id: string; limit_paise: string }>(LIMITED, [
    4 * STEP_PAISE,
  ]);
  if (rows.length === 0) return false;
  const { user_id: id, limit_paise: limit } = random.pick(rows);
  if (stage.lives.some(({ actor, person }) => person.isSpared && actor?.userId === id)) return false;
  const isRaise = random.chance(0.5);
  const steps = random.int(1, 3) * (isRaise ? 1 : -1);
  const limitPaise = Math.floor(Number(limit) / STEP_PAISE + steps) * STEP_PAISE;
  const reason = isRaise
    ? 'Repays early and brought a new salary slip'
    : 'Two new loans elsewhere this quarter';
  return (await team.tryTo('risk', proposeLimit, { id, body: { limitPaise, reason } })) !== undefined;
}

const NOTES = [
  'Called at noon. Promises to pay on Friday, salary is late.',
  'फ़ोन पर बात हुई। अगले हफ़्ते तक पूरा चुका देंगे।',
  'Prefers mail; does not want to be called at work.',
  'पता बदल गया है, नया पता अगली कॉल पर माँगना है।',
  'Spoke to her brother by mistake: the number is his. Do not leave word there.',
] as const;
const BLOCK_EVERY_WEEKS = 9;

/** Notes, a look at what is masked, and very seldom a block. */
export async function lookAtAccounts(office: Office, week: number): Promise<void> {
  const { team, random } = office;
  const overdue = await listOverdue(office);
  if (overdue.length > 0) {
    const { user_id: id } = random.pick(overdue);
    await team.tryTo('support', getUser, { id });
    const note = await team.tryTo('support', addUserNote, { id, body: { text: random.pick(NOTES) } });
    if (note && random.chance(0.3)) {
      const body = { text: `${note.text} Paid a part since.`, version: note.version };
      await team.tryTo('risk', changeUserNote, { id, of: { noteId: note.id }, body });
    }
    if (random.chance(0.3)) {
      const body = { field: 'mobile', reason: 'Mails come back, calling about the missed date' } as const;
      await team.tryTo('support', revealUserField, { id, body });
    }
  }
  if (week % BLOCK_EVERY_WEEKS === 5) await blockOne(office);
  if (random.chance(0.2)) await unblockOne(office);
}

/** Blocks a person who owes nothing and is not who they say they are. */
export async function blockOne({ stage, team, random }: Office): Promise<void> {
  const strangers = stage.lives.filter(({ actor, person }) => actor && person.reaches !== 'all');
  const id = strangers.length > 0 ? random.pick(strangers).actor?.userId : undefined;
  const reason = 'The same telephone as two accounts that were closed for fraud';
  if (id !== undefined) await team.tryTo('risk', blockUser, { id, body: { reason } });
}

export async function unblockOne({ team, random }: Office): Promise<boolean> {
  const { items } = await team.ask('risk', listUsers, { query: { state: 'blocked', limit: PAGE } });
  if (items.length === 0) return false;
  const { id } = random.pick(items);
  const reason = 'Came to the office with the documents: the telephone is the family’s';
  return (await team.tryTo('risk', proposeUnblock, { id, body: { reason } })) !== undefined;
}

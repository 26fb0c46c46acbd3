import type { BodyOf, Preferences, putPreferences } from '@mohlat/contract';
import type { FeatureContext } from '#features/context.ts';
import { keepOpen } from '#features/open-account.ts';
import type { Actor, Tx } from '#platform/db/database.ts';
import {
  ensurePreferences,
  findPreferences,
  type PreferencesRow,
  savePreferences,
} from './preferences.repo.ts';

type Deps = Pick<FeatureContext, 'api' | 'clock'>;
type Change = BodyOf<typeof putPreferences>;

export interface PreferencesService {
  get(actor: Actor): Promise<Preferences>;
  /** Changes the given preferences; the ones left out stay as they are. */
  change(actor: Actor, change: Change): Promise<Preferences>;
}

/** In the column; `none` on the wire. */
const NOT_SAID = 0;

const FIRST: Omit<PreferencesRow, 'updated_at'> = {
  language: null,
  theme: 'system',
  by_email: true,
  by_sms: true,
  in_app: true,
  quiet_from: null,
  quiet_until: null,
  salary_day: null,
};

export function createPreferencesService({ api, clock }: Deps): PreferencesService {
  return {
    get: (actor) => api.asUser(actor, (tx) => present(tx, actor.userId)),
    change: (actor, change) =>
      api.asUser(actor, async (tx) => {
        await keepOpen(tx, actor.userId);
        // The first two changes at once must wait for each other as well.
        await ensurePreferences(tx, actor.userId, clock.now());
        const before = (await findPreferences(tx, actor.userId, 'lock')) ?? FIRST;
        await savePreferences(tx, actor.userId, merge(before, change), clock.now());
        return present(tx, actor.userId);
      }),
  };
}

function merge(
  before: Omit<PreferencesRow, 'updated_at'>,
  change: Change,
): Omit<PreferencesRow, 'updated_at'> {
  const { channels = {}, quietHours, salaryDay } = change;
  return {
    language: change.language === undefined ? before.language : change.language,
    theme: change.theme ?? before.theme,
    by_email: channels.email ?? before.by_email,
    by_sms: channels.sms ?? before.by_sms,
    in_app: channels.inApp ?? before.in_app,
    quiet_from: quietHours === undefined ? before.quiet_from : (quietHours?.from ?? null),
    quiet_until: quietHours === undefined ? before.quiet_until : (quietHours?.until ?? null),
    salary_day: salaryDay === undefined ? before.salary_day : salaryDay === 'none' ? NOT_SAID : salaryDay,
  };
}

async function present(tx: Tx, userId: string): Promise<Preferences> {
  const row = await findPreferences(tx, userId);
  const { quiet_from: from, quiet_until: until, ...rest } = row ?? FIRST;
  return {
    language: rest.language,
    theme: rest.theme,
    channels: { email: rest.by_email, sms: rest.by_sms, inApp: rest.in_app },
    quietHours: from !== null && until !== null ? { from, until } : null,
    salaryDay: rest.salary_day === NOT_SAID ? 'none' : rest.salary_day,
    updatedAt: row ? row.updated_at.toISOString() : null,
  };
}

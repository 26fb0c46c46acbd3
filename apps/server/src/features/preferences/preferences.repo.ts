import type { Tx } from '#platform/db/database.ts';
import { ALL_CHANNELS, type Channels } from './preferences.rules.ts';

export interface PreferencesRow {
  readonly language: 'en' | 'hi' | null;
  readonly theme: 'system' | 'light' | 'dark';
  readonly by_email: boolean;
  readonly by_sms: boolean;
  readonly in_app: boolean;
  readonly quiet_from: string | null;
  readonly quiet_until: string | null;
  /** The day of the month; zero where the person would rather not say. */
  readonly salary_day: number | null;
  readonly updated_at: Date;
}

/** The row as it stands; `lock` holds it until the transaction ends. */
export async function findPreferences(
  tx: Tx,
  userId: string,
  lock: 'lock' | 'look' = 'look',
): Promise<PreferencesRow | undefined> {
  const [row] = await tx.call<PreferencesRow>(
    `select language, theme, by_email, by_sms, in_app, to_char(quiet_from, 'HH24:MI') as quiet_from,
       to_char(quiet_until, 'HH24:MI') as quiet_until, salary_day, updated_at
     from preferences where user_id = $1 ${lock === 'lock' ? 'for update' : ''}`,
    [userId],
  );
  return row;
}

/** The language a person has chosen; null until they have. */
export async function findChosenLanguage(tx: Tx, userId: string): Promise<'en' | 'hi' | null> {
  return (await findPreferences(tx, userId))?.language ?? null;
}

/** The language a person reads; English until they chose one. */
export async function findLanguage(tx: Tx, userId: string): Promise<'en' | 'hi'> {
  return (await findChosenLanguage(tx, userId)) ?? 'en';
}

/** Makes the row that is then locked. */
export async function ensurePreferences(tx: Tx, userId: string, now: Date): Promise<void> {
  await tx.call('insert into preferences (user_id, updated_at) values ($1, $2) on conflict do nothing', [
    userId,
    now,
  ]);
}

export async function savePreferences(
  tx: Tx,
  userId: string,
  row: Omit<PreferencesRow, 'updated_at'>,
  now: Date,
): Promise<void> {
  await tx.call(
    `insert into preferences (user_id, language, theme, by_email, by_sms, in_app, quiet_from, quiet_until,
       salary_day, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
     on conflict (user_id) do update set language = excluded.language, theme = excluded.theme,
       by_email = excluded.by_email, by_sms = excluded.by_sms, in_app = excluded.in_app,
       quiet_from = excluded.quiet_from, quiet_until = excluded.quiet_until,
       salary_day = excluded.salary_day, updated_at = excluded.updated_at`,
    [
      userId,
      row.language,
      row.theme,
      row.by_email,
      row.by_sms,
      row.in_app,
      row.quiet_from,
      row.quiet_until,
      row.salary_day,
      now,
    ],
  );
}

/** Where messages that can be refused may go: everywhere until the person says otherwise. */
export async function findChannels(tx: Tx, userId: string): Promise<Channels> {
  const row = await findPreferences(tx, userId);
  if (!row) return ALL_CHANNELS;
  const { quiet_from: from, quiet_until: until } = row;
  return {
    email: row.by_email,
    sms: row.by_sms,
    inApp: row.in_app,
    quiet: from !== null && until !== null ? { from, until } : null,
  };
}

/** Mails that can be refused stop; whatever else was chosen stays. */
export async function refuseMails(tx: Tx, userId: string, now: Date): Promise<void> {
  await ensurePreferences(tx, userId, now);
  await tx.call('update preferences set by_email = false, updated_at = $2 where user_id = $1 and by_email', [
    userId,
    now,
  ]);
}

import type { KycStatus } from '@mohlat/contract';
import type { BusinessDate, CreditHold } from '@mohlat/money';
import type { Tx } from '#platform/db/database.ts';

/** Fields of a profile that are stored and shown as they are said, by their columns. */
const PLAIN = {
  dateOfBirth: 'date_of_birth',
  monthlyIncomePaise: 'monthly_income_paise',
} as const;
type PlainName = keyof typeof PLAIN;
type PlainColumn = (typeof PLAIN)[PlainName];
type Plain = { readonly [N in PlainName]: PlainRow[(typeof PLAIN)[N]] };
const PLAIN_NAMES = Object.keys(PLAIN) as PlainName[];

interface PlainRow {
  readonly date_of_birth: BusinessDate | null;
  readonly monthly_income_paise: number | null;
}

/** The plain fields that a body names; the others stay as they are. */
export function plainOf(body: { readonly [N in PlainName]?: unknown }): PlainChange {
  return Object.fromEntries(
    PLAIN_NAMES.flatMap((name) => (body[name] === undefined ? [] : [[name, body[name]]])),
  );
}

/** The plain fields of a row, as the contract names them. */
export function plainFrom(row: PlainRow): Plain {
  return Object.fromEntries(PLAIN_NAMES.map((name) => [name, row[PLAIN[name]]])) as unknown as Plain;
}
type PlainChange = { readonly [N in PlainName]?: NonNullable<Plain[N]> };

interface Account {
  readonly email: string | null;
  readonly phone: string | null;
  readonly user_metadata: { readonly name?: unknown; readonly full_name?: unknown };
  readonly app_metadata: { readonly is_admin?: unknown };
  readonly new_email: string | null;
  readonly awaits_new: boolean | null;
  readonly awaits_present: boolean | null;
  readonly new_phone: string | null;
}

export interface MeRow extends Account, PlainRow {
  readonly full_name: string | null;
  readonly address_sealed: Buffer | null;
  readonly state_code: string | null;
  readonly mobile_sealed: Buffer | null;
  readonly pan_masked: string | null;
  readonly pan_hash: Buffer | null;
  readonly onboarded_at: Date | null;
  readonly pan_status: KycStatus | null;
  readonly aadhaar_status: KycStatus | null;
  readonly video_status: KycStatus | null;
  readonly credit_state: string | null;
  readonly limit_paise: number | null;
  readonly used_paise: number | null;
  readonly reserved_paise: number | null;
  readonly score: number | null;
  readonly state_reason: CreditHold | null;
  readonly report_on: BusinessDate | null;
  readonly outcome: { readonly reasons?: readonly { readonly code: string; readonly text: string }[] } | null;
}

/**
 * Everything the contract says of a person, in one round trip. Sign-in and a person's rows are asked for apart: a cluster keeps them on
 * different nodes. Rule: decision 121.
 */
export async function findMe(tx: Tx, userId: string, now: Date): Promise<MeRow> {
  const [[account], [person]] = await Promise.all([
    tx.call<Account>(
      `select a.email, case when a.phone_confirmed then a.phone end as phone, a.user_metadata, a.app_metadata,
              w.new_email, w.awaits_new, w.awaits_present, w.new_phone
       from auth.account($1) a left join auth.pending_contact($1, $2) w on true`,
      [userId, now],
    ),
    tx.call<Omit<MeRow, keyof Account>>(
      `select p.full_name, ${PLAIN_NAMES.map((name) => `p.${PLAIN[name]}`).join(', ')}, p.address_sealed, p.state_code, p.mobile_sealed, p.pan_masked,
              p.pan_hash, p.onboarded_at,
              k.pan_status, k.aadhaar_status, k.video_status,
              c.state as credit_state, c.limit_paise, c.used_paise, c.reserved_paise, c.score, s.outcome,
              c.state_reason, c.report_on
       from (values (1)) as always
       left join profiles p on p.user_id = $1
       left join kyc_records k on k.user_id = $1
       left join credit_accounts c on c.user_id = $1
       left join credit_assessments s on s.user_id = $1 and s.id = c.assessment_id`,
      [userId],
    ),
  ]);
  if (!account || !person) throw new Error('a signed-in person has no account');
  return { ...account, ...person };
}

export interface ProfileChange extends PlainChange {
  readonly fullName?: string;
  readonly addressSealed?: Buffer;
  readonly panSealed?: Buffer;
  readonly panHash?: Buffer;
  readonly panMasked?: string;
  readonly onboardedAt?: Date;
  /** Null: what the address says counts. */
  readonly stateCode?: string | null;
}

/** A profile and its identity checks move one at a time: every writer of either takes this lock first. */
export async function lockProfile(tx: Tx, userId: string): Promise<void> {
  await tx.call('select 1 from profiles where user_id = $1 for update', [userId]);
}

/** The name as the person's verified PAN has it; the database takes no other once a document is verified. */
export async function takeNameOfPan(tx: Tx, userId: string, name: string, now: Date): Promise<void> {
  await tx.call('update profiles set full_name = $2, updated_at = $3 where user_id = $1', [
    userId,
    name,
    now,
  ]);
}

/** Writes the given parts of a profile; the rows that hang on it exist from the first write on. Rule: LEND-14. */
export async function saveProfile(tx: Tx, userId: string, change: ProfileChange, now: Date): Promise<void> {
  const plain = PLAIN_NAMES.map((name) => change[name] ?? null);
  const columns = PLAIN_NAMES.map((name): PlainColumn => PLAIN[name]);
  await tx.call(
    `insert into profiles as p (user_id, full_name, address_sealed, pan_sealed, pan_hash, pan_masked, onboarded_at, created_at,
                                updated_at, state_code${columns.map((column) => `, ${column}`).join('')})
     values ($1, $2, $3, $4, $5, $6, $7, $8, $8, $9${columns.map((_, index) => `, $${index + 11}`).join('')})
     on conflict (user_id) do update set
       full_name = coalesce(excluded.full_name, p.full_name),
       address_sealed = coalesce(excluded.address_sealed, p.address_sealed),
       pan_sealed = coalesce(excluded.pan_sealed, p.pan_sealed),
       pan_hash = coalesce(excluded.pan_hash, p.pan_hash),
       pan_masked = coalesce(excluded.pan_masked, p.pan_masked),
       onboarded_at = coalesce(p.onboarded_at, excluded.onboarded_at),
       state_code = case when $10 then excluded.state_code else p.state_code end,
       ${columns.map((column) => `${column} = coalesce(excluded.${column}, p.${column}),`).join(' ')}
       updated_at = excluded.updated_at`,
    [
      userId,
      change.fullName ?? null,
      change.addressSealed ?? null,
      change.panSealed ?? null,
      change.panHash ?? null,
      change.panMasked ?? null,
      change.onboardedAt ?? null,
      now,
      change.stateCode ?? null,
      change.stateCode !== undefined,
      ...plain,
    ],
  );
  await tx.call('insert into kyc_records (user_id, updated_at) values ($1, $2) on conflict do nothing', [
    userId,
    now,
  ]);
  await tx.call('insert into credit_accounts (user_id, updated_at) values ($1, $2) on conflict do nothing', [
    userId,
    now,
  ]);
}

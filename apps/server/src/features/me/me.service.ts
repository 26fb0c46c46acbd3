import type { BodyOf, Me, patchProfile, putOnboarding } from '@mohlat/contract';
import {
  ageInYears,
  availableLimit,
  type BusinessDate,
  maskPan,
  paise,
  accountStandingOn,
} from '@mohlat/money';
import type { FeatureContext } from '#features/context.ts';
import { keepOpen } from '#features/open-account.ts';
import type { Actor, Tx } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import {
  findMe,
  lockProfile,
  type MeRow,
  plainFrom,
  plainOf,
  type ProfileChange,
  saveProfile,
} from './me.repo.ts';
import { stateOf } from './state.ts';

const MIN_AGE_YEARS = 18;
const MAX_AGE_YEARS = 120;

/** The contact details that a person would like to be reached under. */
interface NewContact {
  readonly email?: string | undefined;
  /** Ten digits. */
  readonly mobile?: string | undefined;
}

type Deps = Pick<FeatureContext, 'api' | 'clock' | 'machineClock' | 'vault'> & {
  /** The auth server's: asks for proof. Throws sign_in_again, account_guarded, email_in_use, mobile_in_use, too_many_requests. */
  readonly startContactChange: (actor: Actor, contact: NewContact, ip: string) => Promise<void>;
};

export interface MeService {
  get(actor: Actor): Promise<Me>;
  onboard(actor: Actor, body: BodyOf<typeof putOnboarding>): Promise<Me>;
  /** `ip` is told in the account's events when an address or number is changed. */
  patch(actor: Actor, body: BodyOf<typeof patchProfile>, ip: string): Promise<Me>;
}

export function createMeService({ api, clock, machineClock, vault, startContactChange }: Deps): MeService {
  const find = (tx: Tx, actor: Actor) => findMe(tx, actor.userId, machineClock.now());
  const present = async (tx: Tx, actor: Actor) =>
    toMe(actor.userId, await find(tx, actor), vault, clock.today());

  return {
    get: (actor) => api.asUser(actor, (tx) => present(tx, actor)),

    onboard: (actor, body) => {
      checkBirthDate(body.dateOfBirth, clock.today());
      return api.asUser(actor, async (tx) => {
        await keepOpen(tx, actor.userId);
        await lockProfile(tx, actor.userId);
        const before = await find(tx, actor);
        const panHash = vault.fingerprint(body.pan, 'pan');
        refuseVerifiedChange(before, { ...body, panHash });
        await saveProfile(
          tx,
          actor.userId,
          {
            fullName: body.fullName,
            ...plainOf(body),
            ...movedTo(before, body, actor.userId, vault),
            panSealed: vault.seal(body.pan, `pan:${actor.userId}`),
            panHash,
            panMasked: maskPan(body.pan),
            onboardedAt: clock.now(),
          },
          clock.now(),
        );
        return present(tx, actor);
      });
    },

    patch: async (actor, body, ip) => {
      if (body.dateOfBirth) checkBirthDate(body.dateOfBirth, clock.today());
      const wanted = {
        ...(body.name === undefined ? {} : { fullName: body.name }),
        ...(body.dateOfBirth === undefined ? {} : { dateOfBirth: body.dateOfBirth }),
      };
      const check = async (tx: Tx) => {
        await keepOpen(tx, actor.userId);
        await lockProfile(tx, actor.userId);
        const before = await find(tx, actor);
        refuseVerifiedChange(before, wanted);
        return newContact(before, body);
      };
      if (body.email !== undefined || body.phone !== undefined) {
        // A value that cannot be stored is refused before anything is sent; one that cannot be sent, before anything is stored.
        const contact = await api.asUser(actor, check);
        if (contact) await startContactChange(actor, contact, ip);
      }
      return api.asUser(actor, async (tx) => {
        await check(tx);
        const before = await find(tx, actor);
        await saveProfile(
          tx,
          actor.userId,
          {
            ...wanted,
            ...plainOf(body),
            ...movedTo(before, body, actor.userId, vault),
          },
          clock.now(),
        );
        return present(tx, actor);
      });
    },
  };
}

function checkBirthDate(bornOn: BusinessDate, today: BusinessDate): void {
  const age = bornOn > today ? -1 : ageInYears(bornOn, today);
  if (age >= MIN_AGE_YEARS && age <= MAX_AGE_YEARS) return;
  const message =
    age >= 0 && age < MIN_AGE_YEARS ? 'You need to be at least 18 years old' : 'Enter your date of birth';
  throw new DomainError('validation_failed', { errors: [{ path: 'dateOfBirth', message }] });
}

/**
 * A verified identity stands: the name belongs to the documents, the PAN to the issuer. The birth date belongs to Aadhaar
 * alone, which is compared with it: a wrong one could never pass if the PAN, which is not, fixed it.
 */
function refuseVerifiedChange(
  before: MeRow,
  wanted: { readonly fullName?: string; readonly dateOfBirth?: string; readonly panHash?: Buffer },
): void {
  const isPanVerified = before.pan_status === 'verified';
  const isAadhaarVerified = before.aadhaar_status === 'verified';
  const changesPan =
    wanted.panHash !== undefined && before.pan_hash !== null && !wanted.panHash.equals(before.pan_hash);
  const changesName = wanted.fullName !== undefined && wanted.fullName !== before.full_name;
  const changesBirth = wanted.dateOfBirth !== undefined && wanted.dateOfBirth !== before.date_of_birth;
  const isLocked =
    (isPanVerified && (changesPan || changesName)) || (isAadhaarVerified && (changesName || changesBirth));
  if (isLocked) throw new DomainError('kyc_locked');
}

/**
 * Address and number as far as they would change: they belong to the auth server, which proves them first. The number of the Aadhaar
 * is shown and not proven: it opens no account until its code was typed.
 */
function newContact(
  before: MeRow,
  { email, phone }: { readonly email?: string | undefined; readonly phone?: string | undefined },
): NewContact | undefined {
  const wanted = {
    email: email?.toLowerCase() === before.email ? undefined : email,
    mobile: phone === digitsOf(before.phone) ? undefined : phone,
  };
  return wanted.email === undefined && wanted.mobile === undefined ? undefined : wanted;
}

/** A new address says its own state: what was corrected belonged to the one before. Rule: LEND-F2 */
function movedTo(
  before: MeRow,
  { address, state }: { readonly address?: string | undefined; readonly state?: string | null | undefined },
  userId: string,
  vault: FeatureContext['vault'],
): Pick<ProfileChange, 'addressSealed' | 'stateCode'> {
  const corrected = state === undefined ? {} : { stateCode: state };
  if (address === undefined) return corrected;
  const isNew =
    before.address_sealed === null || vault.open(before.address_sealed, `address:${userId}`) !== address;
  return {
    addressSealed: vault.seal(address, `address:${userId}`),
    ...(isNew ? { stateCode: null } : {}),
    ...corrected,
  };
}

/** Ten digits: the number proven with a code, else the one the Aadhaar is linked to. */
function mobileOf(row: MeRow, userId: string, vault: FeatureContext['vault']): string | undefined {
  return digitsOf(
    row.phone || (row.mobile_sealed ? vault.open(row.mobile_sealed, `mobile:${userId}`) : null),
  );
}

function digitsOf(mobile: string | null): string | undefined {
  return mobile ? mobile.replace(/^\+?91(?=\d{10}$)/, '') : undefined;
}

function toMe(userId: string, row: MeRow, vault: FeatureContext['vault'], today: BusinessDate): Me {
  const metadataName = row.user_metadata.name ?? row.user_metadata.full_name;
  const mobile = mobileOf(row, userId, vault);
  const panVerified = row.pan_status === 'verified';
  const aadhaarVerified = row.aadhaar_status === 'verified';
  return {
    id: userId,
    email: row.email || null,
    mobile: mobile ? `+91${mobile}` : null,
    name:
      row.full_name ?? (typeof metadataName === 'string' && metadataName.trim() ? metadataName.trim() : null),
    isAdmin: row.app_metadata.is_admin === true,
    onboardingComplete: row.onboarded_at !== null,
    pendingContact: {
      email: row.new_email
        ? {
            address: row.new_email,
            awaits: [
              ...(row.awaits_new ? ['new' as const] : []),
              ...(row.awaits_present ? ['present' as const] : []),
            ],
          }
        : null,
      mobile: row.new_phone ? `+${row.new_phone}` : null,
    },
    profile: {
      fullName: row.full_name,
      panMasked: row.pan_masked,
      ...plainFrom(row),
      address: row.address_sealed ? vault.open(row.address_sealed, `address:${userId}`) : null,
      state: stateOf(row, vault, userId) ?? null,
    },
    kyc: {
      panVerified,
      aadhaarVerified,
      videoStatus: row.video_status ?? 'not_started',
      isComplete: panVerified && aadhaarVerified,
    },
    credit: toCredit(row, today),
  };
}

/** Rule: SPEC-9, LEND-14: used as shown is principal plus reserved; available never falls below zero. */
function toCredit(row: MeRow, today: BusinessDate): Me['credit'] {
  if (row.credit_state === null || row.credit_state === 'none') return null;
  const limit = paise(row.limit_paise ?? 0);
  const used = paise((row.used_paise ?? 0) + (row.reserved_paise ?? 0));
  return {
    limitPaise: limit,
    usedPaise: used,
    availablePaise: availableLimit(limit, paise(row.used_paise ?? 0), paise(row.reserved_paise ?? 0)),
    usedPercent: limit === 0 ? 0 : Math.min(100, Math.round((used / limit) * 100)),
    score: row.score,
    // Rule: LEND-14. With something overdue, lapsed or stale nothing more can be borrowed.
    state: accountStandingOn(
      { state: row.credit_state, hold: row.state_reason, reportOn: row.report_on },
      today,
    ).state,
    reasons: [...(row.outcome?.reasons ?? [])],
  };
}

import { TRIAL_REGISTRATION } from '@mohlat/contract';
import { type StateCode, stateOfSupplier } from '@mohlat/money';
import { ConfigError } from '#platform/config/config.ts';

/** The lender and its grievance officer: said on every key facts statement. */
export interface LenderIdentity {
  readonly name: string;
  readonly registration: string;
  readonly grievanceOfficer: { readonly name: string; readonly phone: string; readonly email: string };
  /** Printed on tax invoices: the address of the lender, and below its number with the tax office. */
  readonly address: string;
  /** The GST code of its state: by the GSTIN, else by LENDER_STATE. Tax on a fee depends on it. */
  readonly stateCode: StateCode;
  readonly gstin: string;
  /** Whether a loan may be handed on to another lender; said on the key facts statement. */
  readonly mayTransferLoans: boolean;
  /** Where messages to the support team go, and what the help page names. */
  readonly supportEmail: string;
}

const NAMES = {
  name: 'LENDER_NAME',
  registration: 'LENDER_REGISTRATION',
  address: 'LENDER_ADDRESS',
  state: 'LENDER_STATE',
  gstin: 'LENDER_GSTIN',
  officer: 'GRIEVANCE_OFFICER_NAME',
  phone: 'GRIEVANCE_OFFICER_PHONE',
  email: 'GRIEVANCE_OFFICER_EMAIL',
} as const;

/** Stand where an installation names none. */
const TRIAL_ADDRESS = {
  en: 'Trial installation: no address',
  hi: 'परीक्षण इंस्टॉलेशन: कोई पता नहीं',
} as const;
const TRIAL_GSTIN = {
  en: 'Trial installation: not registered',
  hi: 'परीक्षण इंस्टॉलेशन: पंजीकृत नहीं',
} as const;

/** A line about the lender in the reader's language: what an installation names stays as it is. */
export function lenderLine(line: string, language: 'en' | 'hi'): string {
  return [TRIAL_ADDRESS, TRIAL_GSTIN].find(({ en }) => en === line)?.[language] ?? line;
}

/** Reads the lender's identity; in the sandbox it says openly that there is no lender. Throws ConfigError. */
export function readLender(
  env: Readonly<Record<string, string | undefined>>,
  isSandbox: boolean,
): LenderIdentity {
  const missing = Object.values(NAMES).filter((name) => !env[name]);
  if (missing.length > 0 && !isSandbox) throw new ConfigError(`missing: ${missing.join(', ')}`);
  const state = env[NAMES.state] || 'Maharashtra (27)';
  const gstin = env[NAMES.gstin] || TRIAL_GSTIN.en;
  const stateCode = stateOfSupplier(gstin, state);
  if (!stateCode)
    throw new ConfigError(`${NAMES.state}: name a state, or its GST code, as in "Maharashtra (27)"`);
  const officerEmail = env[NAMES.email] || 'grievance@mohlat.example';
  return {
    name: env[NAMES.name] || 'Sandbox Lender',
    registration: env[NAMES.registration] || TRIAL_REGISTRATION.en,
    grievanceOfficer: {
      // It follows the words "grievance officer" wherever it stands: without a person's name, whose officer it is.
      name: env[NAMES.officer] || 'Mohlat',
      phone: env[NAMES.phone] || '1800 000 0000',
      email: officerEmail,
    },
    address: env[NAMES.address] || TRIAL_ADDRESS.en,
    stateCode,
    gstin,
    mayTransferLoans: readTransfers(env.LENDER_TRANSFERS_LOANS),
    supportEmail: env.SUPPORT_EMAIL || (isSandbox ? 'support@mohlat.example' : officerEmail),
  };
}

/** A contract says it, so it is not guessed from another spelling. */
function readTransfers(text: string | undefined): boolean {
  if (text && text !== 'yes' && text !== 'no')
    throw new ConfigError(`LENDER_TRANSFERS_LOANS is "${text}"; use yes or no, or leave it out`);
  return text === 'yes';
}

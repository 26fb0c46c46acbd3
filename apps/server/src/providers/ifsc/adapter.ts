import { IFSC_SHAPE } from '@mohlat/money';
import type { Now } from '../call-context.ts';
import type { IfscConfig } from '../config.ts';
import { ProviderError } from '../errors.ts';
import { assertEcho, readWire } from '../transport.ts';
import type { Dialect, Transport } from '../transport.ts';
import type { IfscPort, IfscResult } from './port.ts';
import { branchAnswer } from './wire.ts';

type Branch = Extract<IfscResult, { found: true }>;

const FRESH_MS = 30 * 24 * 3_600_000;
const CACHE_MAX = 5_000;
/** A code that a directory can be asked for; the usual shape of a branch's is narrower. */
const ASKABLE = /^[A-Z0-9]{11}$/;
const at = { provider: 'ifsc', op: 'lookupIfsc' } as const;

/** Branches from the public service, remembered for 30 days; without it, the bank's name by its prefix. */
export function createIfsc(config: IfscConfig, deps: { transport: Transport; now: Now }): IfscPort {
  const dialect: Dialect = {
    provider: 'ifsc',
    baseUrl: config.url,
    headers: () => ({}),
    codeOf: () => undefined,
    traceOf: () => undefined,
  };
  const cache = new Map<string, { branch: Branch; until: number }>();

  const remember = (code: string, branch: Branch): void => {
    const oldest = cache.size >= CACHE_MAX ? cache.keys().next().value : undefined;
    if (oldest !== undefined) cache.delete(oldest);
    cache.set(code, { branch, until: deps.now().getTime() + FRESH_MS });
  };

  return {
    async lookup(ifsc, c) {
      const code = ifsc.trim().toUpperCase();
      if (!ASKABLE.test(code)) return { found: false };
      const held = cache.get(code);
      if (held && deps.now().getTime() < held.until) return { ...held.branch, source: 'cache' };
      try {
        const answer = await deps.transport.call(dialect, {
          op: at.op,
          kind: 'read',
          timeout: 'ifsc',
          // A person is typing: one try, then the name by prefix.
          repeats: { notDone: 0, unknown: 0 },
          method: 'GET',
          path: `/${code}`,
          alsoGood: [404],
          context: c,
        });
        if (answer.status === 404) return { found: false };
        const wire = readWire(branchAnswer, answer.json, at);
        assertEcho(at, 'IFSC', code, wire.IFSC);
        const branch: Branch = {
          found: true,
          bank: wire.BANK,
          bankCode: wire.BANKCODE,
          branch: wire.BRANCH,
          city: wire.CITY ?? '',
          address: wire.ADDRESS ?? '',
          hasImps: wire.IMPS,
          hasUpi: wire.UPI,
          source: 'live',
        };
        remember(code, branch);
        return branch;
      } catch (error) {
        if (!(error instanceof ProviderError)) throw error;
        if (held) return { ...held.branch, source: 'cache' };
        return IFSC_SHAPE.test(code) ? offline(code) : { found: false };
      }
    },
  };
}

/** A bank not in our list goes by its own four letters: a lookup must never stop anybody. */
function offline(code: string): Branch {
  const bankCode = code.slice(0, 4);
  return {
    found: true,
    bank: BANK_NAMES[bankCode] ?? bankCode,
    bankCode,
    branch: '',
    city: '',
    address: '',
    hasImps: null,
    hasUpi: null,
    source: 'offline',
  };
}

/** Bank names by the first four letters of their branch codes: the larger banks, for when the directory cannot be asked. */
const BANK_NAMES: Readonly<Record<string, string>> = {
  ABHY: 'Abhyudaya Co-operative Bank',
  AIRP: 'Airtel Payments Bank',
  APGV: 'Andhra Pradesh Grameena Vikas Bank',
  AUBL: 'AU Small Finance Bank',
  BARB: 'Bank of Baroda',
  BDBL: 'Bandhan Bank',
  BKID: 'Bank of India',
  CBIN: 'Central Bank of India',
  CITI: 'Citibank',
  CIUB: 'City Union Bank',
  CLBL: 'Capital Small Finance Bank',
  CNRB: 'Canara Bank',
  COSB: 'Cosmos Co-operative Bank',
  CSBK: 'CSB Bank',
  DBSS: 'DBS Bank India',
  DCBL: 'DCB Bank',
  DEUT: 'Deutsche Bank',
  DLXB: 'Dhanlaxmi Bank',
  ESFB: 'Equitas Small Finance Bank',
  ESMF: 'ESAF Small Finance Bank',
  FDRL: 'Federal Bank',
  FINO: 'Fino Payments Bank',
  FSFB: 'Fincare Small Finance Bank',
  HDFC: 'HDFC Bank',
  HSBC: 'HSBC',
  IBKL: 'IDBI Bank',
  ICIC: 'ICICI Bank',
  IDFB: 'IDFC First Bank',
  IDIB: 'Indian Bank',
  INDB: 'IndusInd Bank',
  IOBA: 'Indian Overseas Bank',
  IPOS: 'India Post Payments Bank',
  JAKA: 'Jammu and Kashmir Bank',
  JIOP: 'Jio Payments Bank',
  JSFB: 'Jana Small Finance Bank',
  KARB: 'Karnataka Bank',
  KKBK: 'Kotak Mahindra Bank',
  KVBL: 'Karur Vysya Bank',
  MAHB: 'Bank of Maharashtra',
  NKGS: 'NKGSB Co-operative Bank',
  NSPB: 'NSDL Payments Bank',
  NTBL: 'Nainital Bank',
  PSIB: 'Punjab and Sind Bank',
  PUNB: 'Punjab National Bank',
  RATN: 'RBL Bank',
  SBIN: 'State Bank of India',
  SCBL: 'Standard Chartered Bank',
  SIBL: 'South Indian Bank',
  SRCB: 'Saraswat Co-operative Bank',
  SURY: 'Suryoday Small Finance Bank',
  SVCB: 'SVC Co-operative Bank',
  TJSB: 'TJSB Sahakari Bank',
  TMBL: 'Tamilnad Mercantile Bank',
  UBIN: 'Union Bank of India',
  UCBA: 'UCO Bank',
  UJVN: 'Ujjivan Small Finance Bank',
  UTIB: 'Axis Bank',
  UTKS: 'Utkarsh Small Finance Bank',
  YESB: 'Yes Bank',
};

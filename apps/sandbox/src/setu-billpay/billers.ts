import type { FastifyInstance } from 'fastify';
import { firstText } from '../core/json.ts';
import type { World } from '../core/world.ts';
import { traceId } from './errors.ts';

type Exactness = 'Exact' | 'RANGE' | 'Any';

export type Biller = {
  id: string;
  name: string;
  status: 'ACTIVE' | 'DEACTIVATED';
  exactness: Exactness;
  responseType: 'SINGLE' | 'LIST';
  flatFeePaise?: number;
  /** The least that the mode Internet Banking takes, and the most that the channel INT does. */
  limits?: { modeMinPaise: number; channelMaxPaise: number };
};

const CATEGORY = 'Credit Card';
export const MOBILE_PARAM = 'Registered Mobile Number';
export const LAST4_PARAM = 'Last 4 digits of Credit Card Number';
const MODE_MIN_PAISE = 100;
const MODE_MAX_PAISE = 100_000_000;

const any = (id: string, name: string): Biller => ({
  id,
  name: `${name} Credit Card`,
  status: 'ACTIVE',
  exactness: 'Any',
  responseType: 'SINGLE',
});

const BILLERS: readonly Biller[] = [
  any('SBXA00000NATC1', 'HDFC Bank'),
  { ...any('SBXB00000NATC2', 'Yes Bank'), exactness: 'Exact' },
  { ...any('SBXC00000NATC3', 'Punjab National Bank'), exactness: 'RANGE' },
  { ...any('SBXD00000NATC4', 'Citibank'), status: 'DEACTIVATED' },
  { ...any('SBXE00000NATC5', 'Bank of Baroda'), flatFeePaise: 500 },
  { ...any('SBXF00000NATC6', 'Standard Chartered Bank'), responseType: 'LIST' },
  any('SBXG00000NATC7', 'ICICI Bank'),
  // The bank's cards are issued by a company under a name of its own.
  { ...any('SBXH00000NATC8', ''), name: 'SBI Card' },
  any('SBXI00000NATC9', 'Axis Bank'),
  {
    ...any('SBXJ00000NATC0', 'Kotak Mahindra Bank'),
    limits: { modeMinPaise: 10_000, channelMaxPaise: 20_000_000 },
  },
];

export const PAYMENT_MODES = [
  'Internet Banking',
  'Debit Card',
  'Credit Card',
  'Prepaid Card',
  'UPI',
  'Wallet',
] as const;

export function findBiller(id: unknown): Biller | undefined {
  return BILLERS.find((biller) => biller.id === id);
}

/** The customer's fee of a biller for an amount, with 18 % tax, in paise. */
export function convenienceFee(biller: Biller): number {
  return Math.round((biller.flatFeePaise ?? 0) * 1.18);
}

/** The least and the most that a biller takes by a mode on the channel INT, in paise. */
export function limitsOf(biller: Biller, mode: string): { minPaise: number; maxPaise: number } {
  return {
    minPaise: mode === 'Internet Banking' ? (biller.limits?.modeMinPaise ?? MODE_MIN_PAISE) : MODE_MIN_PAISE,
    maxPaise: biller.limits?.channelMaxPaise ?? MODE_MAX_PAISE,
  };
}

function customerParam(paramName: string, length: number, regex: string) {
  return {
    paramName,
    dataType: 'NUMERIC',
    minLength: length,
    maxLength: length,
    regex,
    optional: false,
    visibility: true,
    values: null,
  };
}

function interchangeFee(biller: Biller) {
  if (biller.flatFeePaise === undefined) return [];
  const slab = {
    tranAmtRangeMin: 1,
    tranAmtRangeMax: MODE_MAX_PAISE,
    flatFee: biller.flatFeePaise,
    percentFee: 0,
  };
  return [
    {
      feeCode: 'CCF1',
      feeDesc: 'Customer convenience fee',
      feeDirection: 'C2B',
      interchangeFeeDetailsV2: [slab],
    },
  ];
}

function describeBiller(biller: Biller) {
  return {
    id: biller.id,
    name: biller.name,
    aliasName: biller.name,
    status: biller.status,
    categoryName: CATEGORY,
    coverage: 'IND',
    customerParams: [
      customerParam(MOBILE_PARAM, 10, '^[6-9][0-9]{9}$'),
      customerParam(LAST4_PARAM, 4, '^[0-9]{4}$'),
    ],
    customerParamsGroups: null,
    paymentModes: PAYMENT_MODES.map((paymentMode) => ({
      paymentMode,
      minLimit: limitsOf(biller, paymentMode).minPaise,
      maxLimit: MODE_MAX_PAISE,
      supportsPendingStatus: true,
    })),
    paymentChannels: [
      {
        paymentChannel: 'INT',
        minLimit: MODE_MIN_PAISE,
        maxLimit: biller.limits?.channelMaxPaise ?? MODE_MAX_PAISE,
        supportsPendingStatus: true,
      },
      {
        paymentChannel: 'MOB',
        minLimit: MODE_MIN_PAISE,
        maxLimit: MODE_MAX_PAISE,
        supportsPendingStatus: true,
      },
    ],
    exactness: biller.exactness,
    fetchApiType: 'BILL_FETCH',
    responseType: biller.responseType,
    supportsPendingStatus: true,
    interchangeFee: interchangeFee(biller),
  };
}

type BillersQuery = { categoryName?: string; limit?: string; after?: string; search?: string; ids?: string };

function selectBillers(query: BillersQuery): Biller[] {
  const ids = firstText(query.ids)?.split(',');
  const search = firstText(query.search)?.toLowerCase();
  const category = firstText(query.categoryName)?.toLowerCase();
  if (category !== undefined && category !== CATEGORY.toLowerCase()) return [];
  return BILLERS.filter(
    (biller) => (!ids || ids.includes(biller.id)) && (!search || biller.name.toLowerCase().includes(search)),
  );
}

export function billerRoutes(app: FastifyInstance, world: World): void {
  app.get('/api/v2/bbps/categories', { config: { op: 'categories' } }, () => ({
    success: true,
    traceId: traceId(world),
    data: { categories: [{ name: CATEGORY, billerCount: BILLERS.length }] },
  }));
  app.get<{ Querystring: BillersQuery }>('/api/v2/bbps/billers', { config: { op: 'billers' } }, (request) => {
    const all = selectBillers(request.query);
    const limit = Math.min(Math.max(Number(request.query.limit ?? 50) || 50, 1), 100);
    const start = all.findIndex((biller) => biller.id === request.query.after) + 1;
    const page = all.slice(start, start + limit);
    const hasMore = start + limit < all.length;
    return {
      success: true,
      traceId: traceId(world),
      data: {
        billers: page.map(describeBiller),
        nextPage: hasMore ? (page.at(-1)?.id ?? null) : null,
        total: all.length,
      },
    };
  });
}

import type { FastifyInstance } from 'fastify';
import { asObject, textOf } from '../core/json.ts';
import type { Json } from '../core/json.ts';
import type { Book } from '../core/store.ts';
import { formatIst, HOUR_MS } from '../core/time.ts';
import type { World } from '../core/world.ts';
import { refuse, traceId } from './errors.ts';

const REPORT_PATH = '/setu-data/sandbox-callback-token/bav';
const product = 'sandbox-bav';

/** One rupee sent to an account to learn whose it is. */
export type PennyDrop = {
  id: string;
  ifsc: string;
  accountNumber: string;
  verdict: BankVerdict;
  name: string;
  transactionReference: string;
  sentAt: number;
  readyAt: number | null;
};

function readAsk(body: Json): { ifsc: string; accountNumber: string } | string {
  const ifsc = textOf(body.ifsc) ?? '';
  const accountNumber = textOf(body.accountNumber) ?? '';
  // The documented failing pair has no zero in the middle, so the code is not checked more strictly.
  if (!/^[A-Z]{4}[A-Z0-9]{7}$/.test(ifsc)) return 'ifsc is not valid';
  return /^\d{6,20}$/.test(accountNumber) ? { ifsc, accountNumber } : 'accountNumber is not valid';
}

function describe(world: World, drop: PennyDrop) {
  const isReady = drop.readyAt !== null && world.clock.now() >= drop.readyAt;
  if (!isReady) return { id: drop.id, verification: 'pending', message: 'Verification is pending.' };
  const { code, verification, message } = drop.verdict;
  const isGood = verification === 'success';
  return {
    id: drop.id,
    code,
    verification,
    message,
    data: {
      name: isGood ? drop.name : null,
      transactionReference: drop.transactionReference,
      verifiedAt: formatIst(drop.readyAt ?? drop.sentAt),
    },
  };
}

export function bankAccountRoutes(app: FastifyInstance, world: World, drops: Book<PennyDrop>): void {
  const announce = (drop: PennyDrop) => {
    const { id, verification, message, data } = describe(world, drop);
    world.webhooks.emit('setu_data', 'BAV_WEBHOOK_NOTIFICATION', REPORT_PATH, {
      event: 'BAV_WEBHOOK_NOTIFICATION',
      timeStamp: new Date(world.clock.now()).toISOString(),
      data: { bav: { id, verification, message, data } },
    });
  };
  world.timers.on('bav.ready', (body: { id: string }) => {
    const drop = drops.find(body.id);
    if (drop) announce(drop);
  });
  const send = ({ ifsc, accountNumber }: { ifsc: string; accountNumber: string }): PennyDrop => {
    const verdict = judgeAccount(ifsc, accountNumber);
    const holder = world.people.byAccount(accountNumber) ?? world.people.lastExpected();
    const now = world.clock.now();
    const drop: PennyDrop = {
      id: world.id('bav-', 16),
      ifsc,
      accountNumber,
      verdict,
      name: nameAtBank(holder.name, verdict.nameOf),
      transactionReference: String(700_000_000_000 + world.store.nextNumber()),
      sentAt: now,
      readyAt: verdict.pendingMs === null ? null : now + verdict.pendingMs,
    };
    drops.put(drop.id, drop, accountNumber);
    return drop;
  };

  app.post('/api/verify/ban', { config: { op: 'bav', product } }, async (request, reply) => {
    const ask = readAsk(asObject(request.body));
    if (typeof ask === 'string') return refuse(world, reply, 'bad_request', ask);
    const drop = send(ask);
    if (drop.verdict.isAnswerLost) {
      await world.holds.hold(reply);
      return reply;
    }
    return { ...describe(world, drop), traceId: traceId(world) };
  });
  app.post('/api/verify/ban/async', { config: { op: 'bav_start', product } }, async (request, reply) => {
    const ask = readAsk(asObject(request.body));
    if (typeof ask === 'string') return refuse(world, reply, 'bad_request', ask);
    const drop = send(ask);
    if (drop.readyAt === drop.sentAt) announce(drop);
    else if (drop.readyAt !== null) world.timers.schedule(drop.readyAt, 'bav.ready', { id: drop.id });
    if (drop.verdict.isAnswerLost) {
      await world.holds.hold(reply);
      return reply;
    }
    return { id: drop.id, traceId: traceId(world) };
  });
  app.get<{ Params: { id: string } }>(
    '/api/verify/ban/async/:id',
    { config: { op: 'bav_result', product } },
    (request, reply) => {
      const drop = drops.find(request.params.id);
      if (!drop) return refuse(world, reply, 'request_not_found');
      return { ...describe(world, drop), traceId: traceId(world) };
    },
  );
}

type BankVerdict = {
  code: string;
  verification: 'success' | 'failed';
  message: string;
  /** The holder's name as the bank gives it, made from the owner's name. */
  nameOf: 'same' | 'similar' | 'other';
  /** Null: the answer never comes. */
  pendingMs: number | null;
  isAnswerLost: boolean;
};

const GOOD: BankVerdict = {
  code: 'BAV00',
  verification: 'success',
  message: 'Bank account details verified successfully.',
  nameOf: 'same',
  pendingMs: 0,
  isAnswerLost: false,
};

const failed = (code: string, message: string): BankVerdict => ({
  ...GOOD,
  code,
  message,
  verification: 'failed',
});

const BY_IFSC_ENDING: Record<string, BankVerdict> = {
  '3457': failed('BAVM1', 'Invalid transaction.'),
  '3458': failed('BAV78', 'Limit exceeded.'),
  '3459': failed('BAV2000', 'Downstream error.'),
  '3450': { ...GOOD, pendingMs: null },
  '3467': failed('BAV52', 'Invalid account.'),
};

const BY_ACCOUNT: Record<string, BankVerdict> = {
  '9990000001': { ...GOOD, nameOf: 'similar' },
  '9990000002': { ...GOOD, nameOf: 'other' },
  '9990000003': failed('BAVM5', 'Account is closed.'),
  '9990000004': failed('BAVM3', 'Account is blocked or frozen.'),
  '9990000005': failed('BAVM4', 'Account is an NRE account.'),
  '9990000006': { ...GOOD, pendingMs: 2 * HOUR_MS },
  '9990000007': failed('BAV91', 'Beneficiary bank is not answering.'),
  '9990000008': { ...GOOD, isAnswerLost: true },
  '9990000009': { ...GOOD, code: 'BAVM0', message: 'Verified, the credit failed later.' },
  '0987654321': failed('BAV52', 'Invalid account.'),
};

/** Gives the bank's verdict on an account: by the documented test values first, then by ours. */
function judgeAccount(ifsc: string, accountNumber: string): BankVerdict {
  if (accountNumber === '1234567890') return BY_IFSC_ENDING[ifsc.slice(-4)] ?? GOOD;
  return BY_ACCOUNT[accountNumber] ?? GOOD;
}

/** A similar name scores about 78 %: one short word is added. */
function nameAtBank(name: string, how: BankVerdict['nameOf']): string {
  if (how === 'other') return 'VIKRAM CHANDRASEKHAR';
  if (how === 'same') return name.toUpperCase();
  const letters = name.replace(/[^a-z]/gi, '').length;
  return `${name} ${'Devikumariprasad'.slice(0, Math.max(2, Math.round(letters * 0.28)))}`.toUpperCase();
}

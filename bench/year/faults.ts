import type { World } from './borrower.ts';
import type { Random } from '@mohlat/lending/simulate';

type Fault = Readonly<Record<string, unknown>>;

/** Answers that never come, come broken, or hide what was done; none of them lies about money. */
const ANSWERS: readonly Fault[] = [
  { http: 500, commit: 'before' },
  { http: 502, commit: 'after' },
  { http: 503, commit: 'before' },
  { http: 504, commit: 'after' },
  { timeout: true, commit: 'before' },
  { timeout: true, commit: 'after' },
  { malformed: 'truncated', commit: 'after' },
  { malformed: 'truncated', commit: 'before' },
  { malformed: 'html' },
  { malformed: 'empty' },
  { malformed: 'wrong_content_type' },
  { drift: 'missing_field' },
  { drift: 'new_enum' },
  { reset_before: true },
  { rate_limit: 1 },
  { token_expired: true },
  { latency: 200 },
];

const CALL_BACKS: readonly Fault[] = [
  { drop: true },
  { duplicate: 3 },
  { burst: 5 },
  { delay: 'PT1H' },
  { delay: 300 },
  { reorder: true },
  { before_response: true },
  { signature: 'wrong' },
  { signature: 'missing' },
  { signature: 'body_tampered' },
  { stale_timestamp: true },
  { unknown_event: true },
];

const CALLS: Readonly<Record<string, readonly string[]>> = {
  setu_billpay: ['fetch_start', 'fetch_result', 'pay_start', 'pay_start', 'pay_result', 'list'],
  razorpay: [
    'order_create',
    'order_list',
    'order_get',
    'order_payments',
    'payment_get',
    'capture',
    'refund',
    'refund_list',
    'token_list',
    'create_recurring',
  ],
};

/** Puts so many faults before the coming calls, each for one call; those of the last time are taken away. */
export async function setFaults(world: World, random: Random, count: number): Promise<void> {
  await clearFaults(world);
  for (let made = 0; made < count; made += 1) {
    const provider = random.pick(Object.keys(CALLS));
    const rule = random.chance(0.3)
      ? { provider, op: 'webhook', fault: random.pick(CALL_BACKS) }
      : { provider, op: random.pick(CALLS[provider] ?? []), fault: random.pick(ANSWERS) };
    await world.control('POST', '/faults', { ...rule, skip: random.int(0, 4), times: 1 });
  }
}

export async function clearFaults(world: World): Promise<void> {
  await fetch(`${world.sandboxUrl}/control/faults`, { method: 'DELETE' });
}

import type { Feature } from '#features/feature.ts';
import { figure } from '#platform/figures/figures.ts';
import { registerWebhooks, WEBHOOKS_PATH } from './webhooks.routes.ts';

/** Whether providers call back, and whether what they say is taken up. */
const WEBHOOK_FIGURES = [
  figure({
    name: 'mohlat_webhook_silence_seconds',
    help: 'Time since the last call-back of a provider, a day at most; of rail and gateway also where there was none',
    label: 'provider',
    sql: `select provider as of,
        greatest(0, coalesce(extract(epoch from $1::timestamptz - max(received_at)), 86400))::bigint as value
      from (select provider, received_at from webhook_inbox where received_at > $1::timestamptz - interval '1 day') w
        full join (values ('setu_billpay'), ('razorpay')) as expected(provider) using (provider)
      group by 1`,
  }),
  figure({
    name: 'mohlat_webhook_waiting_seconds',
    help: 'How long the oldest call-back has waited to be taken up',
    sql: `select greatest(0, coalesce(extract(epoch from $1::timestamptz - min(received_at)), 0))::bigint as value
      from webhook_inbox where processed_at is null`,
  }),
];

export const webhooks: Feature = {
  name: 'webhooks',
  described: [WEBHOOKS_PATH],
  outside: registerWebhooks,
  figures: WEBHOOK_FIGURES,
};

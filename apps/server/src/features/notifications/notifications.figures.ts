import { figure } from '#platform/figures/figures.ts';

/** The figures of what is sent to people. */
export const NOTIFICATION_FIGURES = [
  figure({
    name: 'mohlat_messages_given_up',
    help: 'Mails and SMS of the last hour that no try could send, or that the provider refused',
    label: 'channel',
    sql: `select channel as of, count(*)::integer as value from deliveries
      where reason in ('given_up', 'refused') and settled_at > $1::timestamptz - interval '1 hour' group by 1`,
  }),
];

import type { Feature } from '#features/feature.ts';
import { figure } from '#platform/figures/figures.ts';
import { IS_FAILURE, IS_SENT } from '#platform/outbound/call-book.ts';
import { circuitsSeen } from '#platform/outbound/circuits.ts';
import { certificateGauges } from './certificates.ts';
import { followerGauges } from './followers.ts';
import { countRequests } from './request-count.ts';

const RECENT = "$1::timestamptz - interval '10 minutes'";

const ofQueue = (name: string, help: string, column: string) =>
  figure({ name, help, sql: `select ${column} as value from queue_depth()` });

const ofCalls = (name: string, help: string, which: string) =>
  figure({
    name,
    help,
    label: 'provider',
    sql: `select provider as of, count(*) filter (where ${which})::integer as value
      from provider_calls where at > ${RECENT} group by 1`,
  });

const ofSpend = (name: string, help: string, column: string) =>
  figure({
    name,
    help,
    label: 'provider',
    sql: `select provider as of, ${column} as value from provider_spend where day_on = ist_date($1::timestamptz)`,
  });

/** The figures of the queue, the files, the backup and the providers: they belong to no feature. */
const WATCHING_FIGURES = [
  ofQueue('mohlat_jobs_waiting', 'Jobs that are due and not begun', 'waiting'),
  ofQueue('mohlat_jobs_dead', 'Jobs that failed at every try and wait for a person', 'failed'),
  ofQueue('mohlat_job_oldest_seconds', 'How long the longest due job has waited', 'oldest_seconds'),
  figure({
    name: 'mohlat_files_lost',
    help: 'Files that people handed in and whose bytes were found lost',
    sql: 'select count(*)::integer as value from stored_files where lost_at is not null and erased_at is null',
  }),
  figure({
    name: 'mohlat_base_copy_seconds',
    help: 'Age of the newest base copy of the database, as its backup told it; none without such a backup',
    // By the clock of the database, which made the note: the clock of a trial is moved.
    sql: 'select extract(epoch from now() - newest_at)::float8 as value from base_copies',
  }),
  figure({
    name: 'mohlat_provider_circuit',
    help: 'The worst circuit of a provider: 0 closed, 1 tried again, 2 open',
    label: 'provider',
    sql: `select provider as of,
        max(case state when 'open' then 2 when 'half_open' then 1 else 0 end)::integer as value
      from ${circuitsSeen('$1::timestamptz')} s group by 1`,
  }),
  ofCalls('mohlat_provider_calls', 'Calls to a provider in the last ten minutes', IS_SENT),
  ofCalls('mohlat_provider_failures', 'Calls of the last ten minutes that got no clear answer', IS_FAILURE),
  ofSpend('mohlat_provider_spent_paise', 'What a provider that has a budget cost today', 'spent_paise'),
  ofSpend('mohlat_provider_budget_paise', 'What that provider may cost a day', 'budget_paise'),
  ofSpend(
    'mohlat_provider_refused_calls',
    'Calls not made today, because the budget was spent',
    'refused_count',
  ),
];

export const watching: Feature = {
  name: 'watching',
  figures: WATCHING_FIGURES,
  gauges: (parts) => [...followerGauges(parts), ...certificateGauges(parts)],
  outside: (http, parts) => countRequests(http, parts),
};

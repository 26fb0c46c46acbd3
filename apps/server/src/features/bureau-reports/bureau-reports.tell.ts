import { formatRupees } from '@mohlat/money';
import { z } from 'zod';
import type { FeatureContext } from '#features/context.ts';
import { type Language, type Notice, type Notifier, writtenDay } from '#features/notifications/index.ts';
import { endOfHours, isHourOfContact } from '#features/reminders/index.ts';
import { errorName } from '#platform/http/error-name.ts';
import { type Job, job } from '#platform/jobs/worker.ts';
import * as repo from './bureau-reports.repo.ts';

type Deps = Pick<FeatureContext, 'worker' | 'clock' | 'config' | 'log'> & { readonly notifier: Notifier };

export const TELL_TASK = 'bureau-reports.tell';
const PEOPLE_AT_ONCE = 200;

/** Tells people of a default that was reported of them, once its first company had the report. */
export function tellJob(deps: Deps): Job {
  return job(TELL_TASK, z.object({ reportId: z.uuid() }), ({ reportId }) => tell(deps, reportId), 'long');
}

/**
 * Tells each person of whom a report says that something is overdue. May be killed anywhere and run again: nobody is told twice of one
 * report. Throws after the others were told where somebody could not be, so that the job runs again.
 * Rule: LEND-23, LEND-24 (bureau)
 */
async function tell(deps: Deps, reportId: string): Promise<void> {
  const { worker, clock, notifier, config, log } = deps;
  let failed = 0;
  let after = repo.NOBODY;
  for (;;) {
    const page = { after, limit: PEOPLE_AT_ONCE };
    const people = await worker.plain((tx) => repo.listOverdue(tx, reportId, page));
    for (const one of people) {
      const now = clock.now();
      const write = (language: Language) => noticeOf(one, language, { reportId, now, config });
      await worker
        .forUser(one.userId, (tx) => notifier.notify(tx, one.userId, write, now))
        .catch((error: unknown) => {
          failed += 1;
          log.warn({ reportId, reason: errorName(error) }, 'a person was not told of their reported default');
        });
    }
    const last = people.at(-1);
    if (last === undefined) break;
    after = last.userId;
  }
  if (failed > 0) throw new Error(`${failed} people were not told of their reported default`);
}

interface About extends Pick<Deps, 'config'> {
  readonly reportId: string;
  readonly now: Date;
}

function noticeOf(
  { asOn, overduePaise }: repo.OverdueRow,
  language: Language,
  { reportId, now, config }: About,
): Notice {
  const [amount, date] = [formatRupees(overduePaise), writtenDay(asOn, language)];
  return {
    kind: 'must',
    type: 'warning',
    icon: 'alert',
    ...LINES[language](amount, date),
    language,
    template: 'bureau.reported',
    vars: { amount, date, link: `${config.publicUrl}/dashboard/payments` },
    once: `bureau.reported:${reportId}`,
    // Outside of the hours in which people hear of what is past due it waits for the morning (decision 200).
    until: isHourOfContact(now) ? endOfHours({ until: 19 }, now) : now,
  };
}

const LINES = {
  en: (amount: string, date: string) => ({
    title: 'Reported to the credit bureaus',
    description: `We reported that ${amount} of yours was overdue on ${date}. If that is wrong, write to us.`,
  }),
  hi: (amount: string, date: string) => ({
    title: 'क्रेडिट ब्यूरो को बताया गया',
    description: `हमने बताया कि ${date} को आपके ${amount} की तारीख़ निकल चुकी थी। ग़लत हो तो हमें लिखें।`,
  }),
} as const satisfies Record<Language, unknown>;

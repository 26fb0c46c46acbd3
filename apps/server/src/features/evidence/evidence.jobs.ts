import { z } from 'zod';
import { type Job, job } from '#platform/jobs/worker.ts';
import * as repo from './evidence.repo.ts';
import { anchorNextDay, type EvidenceDeps, keepAnchors } from './evidence.service.ts';

const TASK = 'evidence.anchor';
/** Days that one run anchors: the first run of an old product goes through its whole past in such lots. */
const DAYS_MAX = 30;

export function evidenceJobs(deps: EvidenceDeps): Job[] {
  return [
    job(
      TASK,
      z.object({}),
      async () => {
        for (let days = 0; days < DAYS_MAX; days += 1) {
          const anchor = await anchorNextDay(deps);
          if (anchor === undefined) break;
          deps.log.info(
            { day: anchor.dayOn, journals: anchor.journalCount, audit: anchor.auditCount },
            'anchored',
          );
        }
        await keepAnchors(deps);
      },
      'long',
    ),
  ];
}

/** Asks for the run whenever a closed day has no anchor, or an anchor is not in the file store. */
export function sweepAnchors({ worker }: Pick<EvidenceDeps, 'worker'>): Promise<number> {
  return worker.plain(async (tx) => {
    const isDue = (await repo.findDay(tx)) !== undefined || (await repo.listUnkept(tx, 1)).length > 0;
    if (!isDue) return 0;
    await tx.enqueueAgain(TASK, [{ payload: {}, key: TASK }], { attemptsMax: 5 });
    return 1;
  });
}

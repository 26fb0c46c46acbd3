import type { Feature } from '#features/feature.ts';
import { endOfDayJobs, sweepEndOfDay } from './end-of-day.jobs.ts';

export const endOfDay: Feature = {
  name: 'end-of-day',
  jobs: endOfDayJobs,
  sweeps: (parts) => ({ endOfDay: () => sweepEndOfDay(parts) }),
};

export { endOfDayJobs, sweepEndOfDay } from './end-of-day.jobs.ts';
export { lastClosable, runEndOfDay, unparkLoans } from './end-of-day.service.ts';

export { endOfDayJobs, sweepEndOfDay } from './end-of-day.jobs.ts';
export { lastClosable, noteOutage, runEndOfDay, unparkLoans } from './end-of-day.service.ts';

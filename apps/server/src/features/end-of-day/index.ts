export { PARKED_FOR_STAFF } from './end-of-day.repo.ts';
export { lastClosable, noteOutages, runEndOfDay, unparkLoans } from './end-of-day.service.ts';

export { PARKED_FOR_STAFF } from './end-of-day.repo.ts';
export { lastClosable, noteOutage, runEndOfDay, unparkLoans } from './end-of-day.service.ts';

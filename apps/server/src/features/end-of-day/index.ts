export { lastClosable, noteOutage, runEndOfDay, unparkLoans } from './end-of-day.service.ts';

export { createHardshipsService } from './hardships.service.ts';

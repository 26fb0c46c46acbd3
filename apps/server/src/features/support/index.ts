export { createSupportService } from './support.service.ts';

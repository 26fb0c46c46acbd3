export { createClosureService } from './closure.service.ts';

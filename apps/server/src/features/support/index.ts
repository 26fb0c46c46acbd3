export { registerSupport } from './support.routes.ts';
export { createSupportService } from './support.service.ts';

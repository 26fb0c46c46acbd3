import type { Feature } from '#features/feature.ts';
import { registerSecurityTxt } from './security-txt.ts';
import { registerSupportDesk } from './support.admin.ts';
import { createSupportDesk } from './support.desk.ts';
import { registerSupport } from './support.routes.ts';
import { createSupportService } from './support.service.ts';

export const support: Feature = {
  name: 'support',
  routes(endpoints, parts) {
    registerSupport(endpoints, createSupportService(parts));
    registerSupportDesk(endpoints, createSupportDesk(parts));
  },
  outside: registerSecurityTxt,
};

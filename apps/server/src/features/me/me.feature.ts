import type { Feature } from '#features/feature.ts';
import { registerMe } from './me.routes.ts';
import { createMeService } from './me.service.ts';

export const me: Feature = {
  name: 'me',
  routes: (endpoints, parts) => registerMe(endpoints, createMeService(parts)),
};

import { listRestores } from '@mohlat/contract';
import type { Feature } from '#features/feature.ts';
import { createRestoresService } from './restores.service.ts';

export const restores: Feature = {
  name: 'restores',
  routes: (endpoints, parts) => {
    const service = createRestoresService(parts);
    endpoints.handle(listRestores, ({ actor, query }) => service.list(actor, query));
  },
};

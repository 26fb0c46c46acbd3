import type { Feature } from '#features/feature.ts';
import { registerLive } from './live.routes.ts';

export const live: Feature = {
  name: 'live',
  outside: (http, parts) =>
    registerLive(http, { ...parts, streamsMax: parts.config.streamsMax }, parts.authenticate),
};

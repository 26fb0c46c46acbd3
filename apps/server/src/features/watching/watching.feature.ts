import type { Feature } from '#features/feature.ts';
import { followerGauges } from './followers.ts';
import { countRequests } from './request-count.ts';
import { WATCHING_FIGURES } from './watching.figures.ts';

export const watching: Feature = {
  name: 'watching',
  figures: WATCHING_FIGURES,
  gauges: followerGauges,
  outside: (http, parts) => countRequests(http, parts),
};

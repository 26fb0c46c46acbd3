import type { Feature } from '#features/feature.ts';
import { floatGauges, sweepFloat } from './float.jobs.ts';

export const float: Feature = {
  name: 'float',
  sweeps: (parts) => ({ float: () => sweepFloat(parts) }),
  gauges: floatGauges,
};

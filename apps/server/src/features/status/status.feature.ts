import type { Feature } from '#features/feature.ts';
import { registerStatus } from './status.routes.ts';

export const status: Feature = { name: 'status', routes: registerStatus };

import { CALLS } from './chapters/calls.ts';
import { CONSTANTS } from './chapters/constants.ts';
import { ENTITIES } from './chapters/entities.ts';
import { ERRORS } from './chapters/errors.ts';
import { PRODUCT } from './chapters/product.ts';
import { ROLES } from './chapters/roles.ts';
import { ROUTES } from './chapters/routes.ts';
import { SCREENS } from './chapters/screens.ts';
import { STATES } from './chapters/states.ts';
import { VALIDATION } from './chapters/validation.ts';
import type { Chapter } from './item.ts';

/** The product's specification in its order. */
export const CHAPTERS: readonly Chapter[] = [
  PRODUCT,
  ROUTES,
  SCREENS,
  ENTITIES,
  STATES,
  VALIDATION,
  ROLES,
  CALLS,
  ERRORS,
  CONSTANTS,
];

import type { Feature } from '#features/feature.ts';
import { WATCHING_FIGURES } from './watching.figures.ts';

export const watching: Feature = { name: 'watching', figures: WATCHING_FIGURES };

import './fallbacks.ts';

export * from './all.ts';
export * from './catalogue.ts';
export * from './client-errors.ts';
export * from './constants.ts';
export * from './email.ts';
export * from './endpoint.ts';
export * from './mobile.ts';
export * from './names.ts';
export * from './primitives.ts';
export * from './problem.ts';
export * from './wire.ts';

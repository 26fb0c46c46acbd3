export * from './accounts.ts';
export * from './journals.ts';

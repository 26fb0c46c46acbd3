export * from './accounts.ts';
export * from './booking-day.ts';
export * from './journal-fields.ts';
export * from './freeze.ts';
export * from './journals.ts';
export * from './gst.ts';
export * from './loan-booked.ts';
export * from './presentations.ts';

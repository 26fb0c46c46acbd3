export { LOGGED_WITHIN_DAYS } from './contacts.rules.ts';
export { saveStaffContact } from './contacts.repo.ts';
export { refuseBeyondRules } from './contacts.service.ts';

export { saveStaffContact } from './contacts.repo.ts';
export { LOGGED_WITHIN_DAYS, refuseBeyondRules } from './contacts.service.ts';

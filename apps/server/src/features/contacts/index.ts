export { saveStaffContact } from './contacts.repo.ts';
export { refuseBeyondRules } from './contacts.service.ts';

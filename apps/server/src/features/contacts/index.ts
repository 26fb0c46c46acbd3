export { saveStaffContact } from './contacts.repo.ts';

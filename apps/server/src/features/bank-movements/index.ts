export { type Booked, bookMovement, takeMovementBack } from './bank-movements.book.ts';
export { findStanding } from './bank-movements.repo.ts';

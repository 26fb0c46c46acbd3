export { bookMovement, takeMovementBack } from './bank-movements.book.ts';
export { moveFloat, takeFloatBack } from './bank-movements.operator.ts';

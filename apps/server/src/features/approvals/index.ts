export {
  type Act,
  actOn,
  actOnce,
  findOwnerToAsk,
  actOnOthers,
  type OnceCall,
  type Outcome,
  proposeIn,
  underKey,
} from './approvals.acts.ts';
export { type ActCall, type ListCall, type SectionCall } from './approvals.calls.ts';
export {
  approvalHandler,
  type ApprovalHandler,
  type ApprovalPicture,
  type ApprovalSubject,
} from './approvals.handlers.ts';
export { IS_AGAINST_READER, statusAt } from './approvals.repo.ts';
export { propose } from './approvals.service.ts';

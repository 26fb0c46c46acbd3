import { CHARGEBACK_EVIDENCE_FILES_MAX, CHARGEBACK_STEPS, type ChargebackStep } from '@mohlat/contract';

export interface DisputeFacts {
  readonly status: 'open' | 'won' | 'lost' | 'review';
  readonly response: 'representing' | 'represented' | 'accepting' | 'accepted' | 'refused' | null;
  readonly respondBy: Date | null;
  readonly fileCount: number;
  /** It is proposed to accept it. */
  readonly isProposed: boolean;
}

export type AnswerRefusal =
  | 'chargeback_ended'
  | 'chargeback_answered'
  | 'chargeback_late'
  | 'chargeback_evidence_full'
  | 'chargeback_evidence_missing'
  | 'approval_open';

/** Why staff may not take a step now; null where they may. What the rail refused may be said again, better. */
export function refusalOf(step: ChargebackStep, facts: DisputeFacts, now: Date): AnswerRefusal | null {
  const { status, response, respondBy, fileCount, isProposed } = facts;
  if (status !== 'open') return 'chargeback_ended';
  if (response !== null && response !== 'refused') return 'chargeback_answered';
  if (step === 'remove_evidence') return null;
  if (respondBy !== null && respondBy <= now) return 'chargeback_late';
  if (step === 'add_evidence')
    return fileCount >= CHARGEBACK_EVIDENCE_FILES_MAX ? 'chargeback_evidence_full' : null;
  if (step === 'represent' && fileCount === 0) return 'chargeback_evidence_missing';
  return isProposed ? 'approval_open' : null;
}

/** Lists the steps that a screen offers for a dispute now. */
export function allowedSteps(facts: DisputeFacts, now: Date): ChargebackStep[] {
  return CHARGEBACK_STEPS.filter(
    (step) => refusalOf(step, facts, now) === null && (step !== 'remove_evidence' || facts.fileCount > 0),
  );
}

import { DomainError } from '../../apps/server/src/platform/http/domain-error.ts';
import { assess, goOn, join } from './joining.ts';
import { type Intent, isMember, type Life, type Member, type Planned, type Stage } from './lives.ts';
import { dispute, endDispute, payBill, paySum, plan, repay, setUpAutopay, tellHardship } from './paying.ts';
import { ask } from './questions.ts';

/** Does what somebody means to do today; answers what they mean to do next. */
export async function act(stage: Stage, life: Life, intent: Intent): Promise<Planned[]> {
  try {
    if (intent.what === 'join') return await join(stage, life);
    return isMember(life) ? await actAsMember(stage, life, intent) : [];
  } catch (error) {
    // The product said no, as it would to anybody.
    if (error instanceof DomainError) return [];
    throw error;
  }
}

async function actAsMember(stage: Stage, life: Member, intent: Intent): Promise<Planned[]> {
  switch (intent.what) {
    case 'bill':
      return payBill(stage, life, false);
    case 'bill of the odd card':
      return payBill(stage, life, true);
    case 'go on':
      return goOn(stage, life);
    case 'plan':
      return plan(stage, life, intent.loanId);
    case 'repay':
      return repay(stage, life, intent);
    case 'pay sum':
      return paySum(stage, life, intent);
    case 'dispute':
      return dispute(stage, life, intent.paymentRef);
    case 'ask':
      return ask(stage, life, intent);
    case 'join':
      return [];
    case 'assess':
      await assess(stage, life);
      return [];
    case 'autopay':
      await setUpAutopay(stage, life, intent.loanId);
      return [];
    case 'hardship':
      await tellHardship(stage, life, intent.loanId);
      return [];
    case 'verdict':
      await endDispute(stage, intent);
      return [];
    case 'write again':
      await stage.world.services.support.answer(life.actor, intent.ticketId, intent.message);
      return [];
  }
}

import { KYC_REASONS, type KycReasonCode } from '@mohlat/contract';
import type { BusinessDate } from '@mohlat/money';
import { asSentence, type Language, type Notice, writtenDay } from '#features/notifications/index.ts';
import type { VideoStep } from './video/provider.rules.ts';

/**
 * Writes the notice that a person's video step moved by another hand; undefined when they saw it themselves. `link` is the KYC
 * page.
 */
export function videoNotice(step: VideoStep, link: string): Notice | undefined {
  if (step.kind === 'approved')
    return {
      type: 'success',
      icon: 'check',
      title: 'Video KYC completed successfully!',
      description: 'You can now ask for your credit limit to be looked at again.',
      template: 'kyc.video_verified',
      vars: { link },
    };
  if (step.kind === 'rejected') {
    const reason = asSentence(step.remarks ?? 'The person who looked at it could not confirm your identity');
    return {
      type: 'warning',
      icon: 'alert',
      title: 'Your video KYC was not accepted',
      description: `${reason} You can try again.`,
      template: 'kyc.video_rejected',
      vars: { reason, link },
    };
  }
  return undefined;
}

/** A person has compared the names. */
export function panNotice(refusal: KycReasonCode | undefined, said: string | null, link: string): Notice {
  if (refusal === undefined)
    return {
      type: 'success',
      icon: 'check',
      title: 'PAN verified successfully',
      description: 'A person has compared the names: this PAN is yours.',
      template: 'kyc.pan_verified',
      vars: { link },
    };
  const reason = asSentence(said ?? KYC_REASONS[refusal].en);
  return {
    type: 'warning',
    icon: 'alert',
    title: 'Your PAN was not accepted',
    description: `${reason} You can try again on the KYC page.`,
    template: 'kyc.pan_rejected',
    vars: { reason, link },
  };
}

/** At a renewal: the PAN has another name by now, and the profile with it. */
export function nameRenewedNotice(name: string, link: string): Notice {
  return {
    type: 'success',
    icon: 'check',
    title: 'Your name is changed',
    description: `A person has compared the names: this PAN is yours. Your profile now has the name on it: ${name}.`,
    template: 'kyc.name_renewed',
    vars: { name, link },
  };
}

/** Another account has proved the PAN by an Aadhaar document. The reader may be the right one, so that it says where to turn. */
export function panLostNotice(link: string): Notice {
  return {
    type: 'warning',
    icon: 'alert',
    title: 'Your PAN is no longer verified',
    description:
      'Another account has verified the same PAN together with an Aadhaar document. If that account is not yours, write to us at once.',
    template: 'kyc.pan_lost',
    vars: { link },
  };
}

/** Sixty days before the last day; `language` is what the person reads. Rule: LEND-24. */
export function reKycNotice(dueOn: BusinessDate, language: Language, link: string): Notice {
  const day = writtenDay(dueOn, language);
  return {
    type: 'info',
    icon: 'alert',
    title: 'Your KYC is due again',
    description: `The law asks for it from time to time. Confirm PAN and Aadhaar once more by ${writtenDay(dueOn, 'en')}; until then nothing changes.`,
    template: 'kyc.due',
    vars: { day, link },
  };
}

export function lapseNotice(link: string): Notice {
  return {
    type: 'warning',
    icon: 'alert',
    title: 'Your KYC has lapsed',
    description:
      'New payments rest until you confirm PAN and Aadhaar once more. What you owe and how you repay it stay the same.',
    template: 'kyc.lapsed',
    vars: { link },
  };
}

/** Where the person goes on. */
export function kycPage(publicUrl: string): string {
  return `${publicUrl}/dashboard/kyc-verification`;
}

import { defineWords } from '../../lib/i18n.tsx';

export const en = {
  title: 'KYC Verification',
  subtitle: 'About three minutes. A video later takes two more.',
  progress: (percent: number) => `${percent}% complete`,
  stepsLabel: 'Steps',
  steps: ['PAN', 'Aadhaar', 'Video KYC'],
  verified: 'Verified',
  pending: 'Pending Verification',
  failedTitle: 'Verification Failed',
  byContinuing: 'Pressing Continue, you agree:',
  previousStep: 'Previous Step',
  continue: 'Continue',
  complete: 'Complete Verification',
  toDashboard: 'Go to dashboard',
  why: {
    title: 'Why KYC is Important',
    points: [
      'It keeps anybody else from borrowing in your name.',
      'The law asks every lender to know who borrows.',
      'It unlocks your credit limit.',
    ],
    sees: 'Who sees it: we and the lender. We keep your PAN sealed and only the last four digits of your Aadhaar.',
  },
  again: {
    title: 'Your KYC has to be renewed',
    text: (date: string) =>
      `It holds until ${date}. Verify PAN and Aadhaar once more before that day; afterwards new payments wait until it is done.`,
    textLapsed: (date: string) =>
      `It held until ${date}. Verify PAN and Aadhaar once more: new payments wait until it is done.`,
    press: 'Verify again',
  },
  pan: {
    title: 'Verify your PAN',
    ready: 'Have your PAN card at hand. It takes a few seconds.',
    label: 'PAN number',
    placeholder: 'ABCDE1234F',
    hint: 'We ask the tax department whose PAN this is.',
    filledIn: 'The PAN of your profile. Press Continue, or type another one.',
    format: 'PAN number must be in the format: 5 letters, 4 numbers, 1 letter',
    length: 'Please enter all 10 characters of your PAN number',
    shape: 'Please enter a valid PAN number in the format ABCDE1234F',
    verifying: 'Verifying...',
    success: 'PAN verified successfully',
    failed: 'PAN verification failed',
    noData: 'No data returned from verification API',
    retrying: (attempt: number) => `Verification attempt ${attempt} failed. Retrying...`,
    attempt: (attempt: number, count: number) => `Try ${attempt} of ${count}`,
    done: (name: string) => `On this PAN: ${name}`,
    profileFirst: 'Complete your profile',
    correctName: 'Correct the name in my profile',
    writeToUs: 'Write to us',
    review: 'A person looks at it. We message you; there is nothing more to do now.',
  },
  aadhaar: {
    title: 'Verify your Aadhaar',
    ready:
      'You confirm at DigiLocker, the government’s document service. Have the phone linked to your Aadhaar at hand; it takes about two minutes.',
    label: 'Aadhaar number',
    hint: '12 digits. We keep only the last four.',
    invalid: 'Please enter a valid 12-digit Aadhaar number',
    shared:
      'DigiLocker shares with us: name, date of birth, the last four digits and the mobile number linked to your Aadhaar.',
    forAccount: (account: string) => `The document is read for the account ${account}.`,
    opening: 'Opening DigiLocker...',
    success: 'Aadhaar verified successfully',
    failed: 'Aadhaar verification failed',
    checking: 'Reading your document from DigiLocker',
    waiting: 'DigiLocker has not finished yet. We keep looking; you can also go back there.',
    stillWaiting: 'DigiLocker is still not finished. Check again, or start over.',
    checkAgain: 'Check again',
    startOver: 'Start over',
    correctDate: 'Correct the date in my profile',
    otherWay:
      'Aadhaar not linked to a phone? Any Aadhaar centre links one, usually within a few days; what you have done so far stays.',
  },
  video: {
    title: 'Video KYC',
    limitFirst: 'Your PAN and Aadhaar are verified',
    canWait: 'Your credit limit does not wait for the video.',
    success: 'Video KYC completed successfully!',
    inReview: 'In review',
    rejected: 'Not accepted',
  },
};

export type KycWords = typeof en;

export const useKycWords = defineWords(en, () => import('./words.hi.ts').then((module) => module.hi));

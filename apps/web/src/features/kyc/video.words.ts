import { defineWords } from '../../lib/i18n.tsx';
import type { Again } from './use-video.ts';
import type { Trouble } from './video-devices.ts';

interface TroubleWords {
  readonly title: string;
  readonly text: string;
}

const troubles: Record<Trouble, TroubleWords> = {
  insecure: {
    title: 'This address is not protected',
    text: 'Browsers allow the camera only on protected pages. Open the page with https:// at the beginning.',
  },
  unsupported: {
    title: 'This browser cannot record video',
    text: 'Open the page in a newer browser, Chrome or Safari for example, or continue on your phone.',
  },
  camera_denied: {
    title: 'Camera or microphone is switched off for this page',
    text: 'Press the sign beside the address, allow camera and microphone, and try again.',
  },
  no_camera: {
    title: 'No camera or microphone was found',
    text: 'Connect one and try again, or continue on your phone.',
  },
  camera_busy: {
    title: 'The camera did not start',
    text: 'Another app may be using it. Close it and try again.',
  },
  location_denied: {
    title: 'Location is switched off for this page',
    text: 'The law asks that you are in India while you record. Press the sign beside the address, allow the location, and try again.',
  },
  location_unavailable: {
    title: 'Your device could not find its place',
    text: 'Switch on location, go near a window and try again, or continue on your phone.',
  },
};

const agains: Record<Again, string> = {
  too_short: 'That was too short. Say the whole phrase before you stop.',
  interrupted: 'The recording was interrupted. Keep this page open while you record.',
  expired: 'The phrase had expired. Record again with a new one.',
  unreadable: 'We could not read the recording. Record it again, in another browser if it keeps happening.',
  too_large: 'The recording was too large. Record again and stop as soon as you have said the phrase.',
};

export const en = {
  intro:
    'A short video shows that it is really you. It takes about two minutes: sit in the light, take off cap and sunglasses, and have nobody else in the picture.',
  untilThen: 'Until it is approved, your credit limit has a lower ceiling. Everything else works.',
  forAccount: (account: string) => `The video is made for the account ${account}.`,
  consentsTitle: 'What we ask for, each only once',
  purposes: {
    video_recording: 'A person of the lender compares it with your PAN and Aadhaar.',
    camera: 'Your face has to be seen. It is switched off as soon as you stop.',
    microphone: 'You say a short phrase, so that nobody can use an old video of you.',
    location: 'The law asks that you are in India while you record.',
  },
  consentMissing: 'Tick each of the four before we start.',
  browserAsks: 'Your browser then asks twice: for camera and microphone, and for your location. Press Allow.',
  start: 'Start video KYC',
  opening: 'Waiting for your browser...',
  openingHint: 'Your browser asks for camera, microphone and location. Press Allow.',
  later: 'Do it later',
  comesAfter: '“Complete Verification” comes once your video has been recorded.',
  notYet: 'Record your video first, then press Complete Verification.',
  addMobile: 'Add a mobile number',
  addProfile: 'Complete your profile',
  troubles,
  tryAgain: 'Try again',
  onPhone: 'Continue on your phone',
  onPhoneHint: 'Scan this with your phone’s camera and log in there. This page follows along.',
  qr: 'QR code with the address of this page',
  agains,
  camera: 'Your camera',
  sayThis: 'Say this aloud, looking at the camera',
  record: 'Start recording',
  getReady: (seconds: number) => `Recording starts in ${seconds}`,
  recording: 'Recording',
  seconds: (seconds: number, max: number) => `${seconds} of ${max} seconds`,
  cancel: 'Cancel',
  stop: 'Stop recording',
  checkTitle: 'Look at your video',
  check: 'Is your face bright and sharp, and can every word be heard?',
  playback: 'Your recording',
  retake: 'Record again',
  sending: 'Sending...',
  sent: (percent: number) => `${percent}% sent`,
  sendingHint: 'You may leave this page: the rest is sent when you come back to it on this device.',
  waiting:
    'The connection is lost. What has arrived stays; the rest is sent as soon as you are online again.',
  outside: 'You are in India now? Then send the same video again from here.',
  sendAgain: 'Send again',
  reviewTitle: 'Your video is in review',
  review:
    'A person of the lender looks at it, usually within 24-48 hours. We message you; this page shows the result too.',
  sessionTitle: 'Your video call takes place with our partner',
  session:
    'It opens in a new tab: a person of the lender talks with you for a few minutes. Allow camera, microphone and location there. Come back here afterwards.',
  openSession: 'Open the video call',
  afterCall:
    'After the call it is in review, usually for 24-48 hours. We message you; this page shows the result too.',
  rejected: 'The video was not accepted. Record a new one.',
  verified: 'Your video is approved.',
};

export type VideoWords = typeof en;

export const useVideoWords = defineWords(en, () => import('./video.words.hi.ts').then((module) => module.hi));

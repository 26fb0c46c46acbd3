import { CARD_BANKS, type CardBank } from '@mohlat/contract';
import {
  type BusinessDate,
  businessDate,
  isAadhaarNumber,
  isLuhnValid,
  type Paise,
  paise,
} from '@mohlat/money';
import type { Random } from '@mohlat/lending/simulate';

/** The ways in which a person repays. */
export const HABITS = ['on time', 'early', 'autopay', 'late', 'bounces', 'stops'] as const;
export type Habit = (typeof HABITS)[number];

/** Shares of a hundred people. */
const SHARES: Readonly<Record<Habit, number>> = {
  'on time': 50,
  early: 12,
  autopay: 12,
  late: 13,
  bounces: 4,
  stops: 9,
};

export interface Invented {
  readonly number: number;
  readonly name: string;
  readonly email: string;
  readonly mobile: string;
  readonly city: string;
  readonly address: string;
  /** Latitude and longitude of their home. */
  readonly place: readonly [number, number];
  readonly dateOfBirth: BusinessDate;
  readonly pan: string;
  readonly aadhaar: string;
  readonly monthlyIncomePaise: Paise;
  readonly language: 'en' | 'hi';
  readonly habit: Habit;
  /** The sight that this person always shows: a newcomer, or a bill that the rail never answers about. */
  readonly part: 'newcomer' | 'unanswered' | undefined;
  /** True of the person that everybody signs in as: no mishap befalls them, so that they can pay a bill when the demo is seen. */
  readonly isSpared: boolean;
  /** The last step of joining that they reach; for most it is all. */
  readonly reaches: 'all' | 'account' | 'pan refused' | 'pan only' | 'pan near';
  /** Whether the video step of the KYC is done: without it a limit stays small. */
  readonly isOnVideo: boolean;
}

/** Names as people of many places write them: one word, initials, a father's name, four words. */
const NAMES = [
  'Aarav Sharma',
  'Priya Nair',
  'Mohammed Irfan Qureshi',
  'S. Karthikeyan',
  'Lakshmi',
  'Gurpreet Kaur Sandhu',
  'Ananya Mukherjee',
  'R. Venkata Subramanian',
  'Farhan Akhtar Siddiqui',
  'Meera Iyer',
  'Jignesh Bhai Patel',
  'Sunita Devi',
  'Thangjam Ibomcha Singh',
  'Kavya Reddy',
  'Rohan Deshpande',
  'Fatima Begum',
  'Arjun Menon',
  'Debolina Bhattacharjee',
  'Harish Chandra Prasad Yadav',
  'Zoya Khan',
  'Nikhil Kulkarni',
  'Anjali Gupta',
  'Om Prakash',
  'Tenzin Dolma',
  'Sri Venkata Naga Satya Suryanarayana Lakshmi Narasimha Rao Chilakamarti',
  'Vivek Chaturvedi',
  'Rukmini Balasubramaniam',
  'Joseph D’Souza',
  'Ishita Banerjee',
  'K. P. Sreedharan',
  'Manpreet Singh',
  'Pooja Agarwal',
  'Abdul Rehman Shaikh',
  'Swati Joshi',
  'Lalrinpuii',
  'Siddharth Jain',
  'Bhavana Gowda',
  'Imran Pathan',
  'Neha Trivedi',
  'Amit Kumar Mishra',
  'Chitra Ramanathan',
] as const;
/** An account's name is as it was typed; a document's is in Latin letters. */
const IN_DEVANAGARI = ['सुनील कुमार वर्मा', 'ममता देवी', 'राजेश्वरी अय्यर', 'अब्दुल क़ादिर', 'प्रीति ढिल्लों'] as const;
const GIVEN = [
  'Aditi',
  'Aditya',
  'Akash',
  'Amrita',
  'Anil',
  'Arpita',
  'Asha',
  'Deepak',
  'Deepika',
  'Divya',
  'Faizan',
  'Gaurav',
  'Harpreet',
  'Jyoti',
  'Kiran',
  'Mahesh',
  'Manisha',
  'Naveen',
  'Nisha',
  'Pallavi',
  'Prakash',
  'Rahul',
  'Rajesh',
  'Rekha',
  'Ritu',
  'Sameer',
  'Sandhya',
  'Sanjay',
  'Shabnam',
  'Shreya',
  'Sneha',
  'Suresh',
  'Tanvi',
  'Uma',
  'Varun',
  'Vijay',
] as const;
const FAMILY = [
  'Ahmed',
  'Bansal',
  'Bose',
  'Chauhan',
  'Das',
  'Fernandes',
  'Ghosh',
  'Hegde',
  'Jadhav',
  'Kapoor',
  'Krishnan',
  'Mehta',
  'Mishra',
  'Naidu',
  'Nambiar',
  'Pandey',
  'Patil',
  'Pillai',
  'Rao',
  'Rathore',
  'Saxena',
  'Sethi',
  'Shetty',
  'Sinha',
  'Thakur',
  'Verma',
] as const;
const PLACES = [
  ['12 Lake Road, Kothrud', 'Pune', '411038', 18.52, 73.86],
  ['Flat 4B, Palm Grove, Andheri West', 'Mumbai', '400053', 19.12, 72.85],
  ['27 4th Cross, Indiranagar', 'Bengaluru', '560038', 12.97, 77.64],
  ['H.No. 8-2-120, Banjara Hills', 'Hyderabad', '500034', 17.41, 78.44],
  ['C-114, Sector 62', 'Noida', '201309', 28.62, 77.36],
  ['5/2 Ballygunge Place', 'Kolkata', '700019', 22.53, 88.36],
  ['19 Besant Avenue, Adyar', 'Chennai', '600020', 13.0, 80.25],
  ['B-7 Vastrapur', 'Ahmedabad', '380015', 23.04, 72.53],
  ['22 Civil Lines', 'Jaipur', '302006', 26.91, 75.79],
  ['Kowdiar Gardens 31', 'Thiruvananthapuram', '695003', 8.52, 76.96],
  ['14 Gomti Nagar', 'Lucknow', '226010', 26.85, 81.0],
  ['88 Model Town', 'Ludhiana', '141002', 30.89, 75.85],
  ['6 Zoo Road', 'Guwahati', '781024', 26.17, 91.76],
  ['41 Arera Colony', 'Bhopal', '462016', 23.21, 77.43],
  ['3 Boring Road', 'Patna', '800001', 25.61, 85.12],
  ['17 Saheed Nagar', 'Bhubaneswar', '751007', 20.29, 85.84],
] as const;
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const LEAST_LETTER = 10;

/** Invents a person of the demo; the same for the same number and seed. */
export function invent(number: number, random: Random): Invented {
  const [street, city, pin, latitude, longitude] = random.pick(PLACES);
  const part = partOf(number);
  const isPlain = number === 0 || part !== undefined;
  const reaches = isPlain ? 'all' : reachOf(random.int(0, 99));
  const written = NAMES[number] ?? `${random.pick(GIVEN)} ${random.pick(FAMILY)}`;
  const name = reaches === 'account' ? random.pick(IN_DEVANAGARI) : written;
  const plain = written
    .toLowerCase()
    .replaceAll(/[^a-z ]/g, '')
    .trim()
    .replaceAll(/ +/g, '.');
  const year = random.int(1968, 2001);
  // The sandbox reads a PAN: the digits are the bureau's score, the last letter is the issuer's verdict.
  const score = isPlain || random.int(0, 9) < 8 ? random.int(745, 880) : random.int(690, 744);
  const last = reaches === 'pan refused' ? 'C' : LETTERS[LEAST_LETTER + (Math.floor(number / 26) % 16)];
  return {
    number,
    name,
    email: number === 0 ? 'aarav@demo.example.in' : `${plain}.${number}@demo.example.in`,
    mobile: `9${String(100_000_000 + number * 37 + random.int(0, 36)).padStart(9, '0')}`,
    city,
    address: `${street}, ${city} ${pin}`,
    place: [latitude, longitude],
    dateOfBirth: businessDate(`${year}-${two(random.int(1, 12))}-${two(random.int(1, 28))}`),
    pan: `SBXP${LETTERS[number % 26]}0${score}${last}`,
    aadhaar: aadhaarOf(number),
    monthlyIncomePaise: paise(random.int(28, 240) * 100_000),
    language: random.chance(0.3) ? 'hi' : 'en',
    habit: isPlain ? 'on time' : habitOf(random.int(0, 99)),
    part,
    isSpared: number === 0,
    reaches,
    isOnVideo: isPlain || random.chance(0.85),
  };
}

function partOf(number: number): Invented['part'] {
  if (number % 20 === 7) return 'newcomer';
  return number % 25 === 3 ? 'unanswered' : undefined;
}

function reachOf(percent: number): Invented['reaches'] {
  if (percent < 4) return 'account';
  if (percent < 6) return 'pan refused';
  if (percent < 10) return 'pan near';
  return percent < 13 ? 'pan only' : 'all';
}

function habitOf(percent: number): Habit {
  let sum = 0;
  for (const habit of HABITS) {
    sum += SHARES[habit];
    if (percent < sum) return habit;
  }
  return 'on time';
}

function aadhaarOf(number: number): string {
  const stem = `2${String(34_567_000 + number * 7).padStart(10, '0')}`;
  const found = Array.from({ length: 10 }, (_, digit) => `${stem}${digit}`).find(isAadhaarNumber);
  if (found === undefined) throw new Error('no check digit fits');
  return found;
}

const two = (number: number) => String(number).padStart(2, '0');

/** The beginnings of card numbers, by network. */
const BEGINNINGS = ['4111', '4377', '5242', '5546', '6521', '6074'] as const;
/** One bank takes no payments any more; another one takes a bill only as it is, which no season changes. */
export const BANKS: readonly CardBank[] = CARD_BANKS.filter(
  (bank) => bank !== 'Citibank' && bank !== 'Yes Bank',
);

/** A card number; its ending stands for nothing at the sandbox. */
export function cardNumber(random: Random): string {
  return cardEnding(String(random.int(2000, 9999)), random);
}

export function cardEnding(last4: string, random: Random): string {
  const beginning = random.pick(BEGINNINGS);
  for (let filler = random.int(0, 99_999_999); ; filler = (filler + 1) % 100_000_000) {
    const number = `${beginning}${String(filler).padStart(8, '0')}${last4}`;
    if (isLuhnValid(number)) return number;
  }
}

/** More is bought before Diwali and at weddings. */
const SEASON = [0.85, 0.8, 0.95, 1, 1.05, 0.9, 0.85, 0.95, 1.15, 1.5, 1.45, 1.2] as const;

/** Draws the amount of a month's bill, in whole rupees: most are small, some very large. */
export function billRupees(random: Random, on: BusinessDate, mostRupees: number): number {
  const spread = random.next() ** 2.4;
  const season = SEASON[Number(on.slice(5, 7)) - 1] ?? 1;
  return Math.max(3000, Math.min(mostRupees, Math.round((3000 + spread * 110_000) * season)));
}

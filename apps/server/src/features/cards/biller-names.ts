import type { CardBank } from '@mohlat/contract';

/**
 * Names under which the network may list the cards of a bank, beside the bank's own as our form has it: the short form of the bank, and that
 * of its company for cards. Each is the beginning of a biller's name, in whole words. Which of them the network has is to be confirmed
 * before going live.
 */
const ALSO_NAMED: Readonly<Record<CardBank, readonly string[]>> = {
  'HDFC Bank': ['HDFC'],
  'ICICI Bank': ['ICICI'],
  'State Bank of India': ['SBI'],
  'Axis Bank': ['Axis'],
  'Kotak Mahindra Bank': ['Kotak'],
  'Yes Bank': ['YesBank'],
  'Punjab National Bank': ['PNB'],
  'Bank of Baroda': ['BoB', 'BOBCARD'],
  Citibank: ['Citi'],
  'Standard Chartered Bank': ['Standard Chartered'],
};

const isCardBank = (name: string): name is CardBank => Object.hasOwn(ALSO_NAMED, name);

/** Whether a biller's name is one of a bank. Rule: PAY-22 */
export function isBillerOf(billerName: string, bankName: string): boolean {
  const names = isCardBank(bankName) ? [bankName, ...ALSO_NAMED[bankName]] : [bankName];
  const words = wordsOf(billerName);
  return names.some((name) => wordsOf(name).every((word, at) => words[at] === word));
}

function wordsOf(name: string): string[] {
  return name.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

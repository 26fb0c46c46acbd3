import { useCodeWords } from './codes.words.ts';
import { Coded, codeWord } from './facts.tsx';

/** Why a bank demands money back, in our words; what it wrote stands beside them: their rules are looked up by it. */
export function DisputeReason({ code }: { readonly code: string }) {
  const reasons: Readonly<Record<string, string>> = useCodeWords().disputeReasons;
  const written = codeWord({}, code);
  const word = reasons[code];
  return word === undefined || word === written ? written : <Coded word={word} code={written} />;
}

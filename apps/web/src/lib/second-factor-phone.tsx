import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { useAuthSentences } from './auth-sentences.ts';
import { CodeStep } from './code-step.tsx';
import { answerNumber, askNumber, type PhoneWay } from './second-factor.ts';
import { isClosed, refusalText } from './second-factor-text.ts';
import { useSecondFactorWords } from './second-factor.words.ts';

interface PhoneProofProps {
  readonly way: PhoneWay;
  readonly onPassed: () => void;
}

/** Six digits by SMS. They are sent when they are asked for: opening the page costs nobody a message. */
export function PhoneProof({ way, onPassed }: PhoneProofProps) {
  const words = useSecondFactorWords();
  const sentences = useAuthSentences();
  const [challengeId, setChallengeId] = useState<string>();
  const [refusal, setRefusal] = useState<string>();
  const [isSending, setIsSending] = useState(false);
  const textOf = (error: Error) => refusalText(error, way, words, sentences);
  const send = async () => {
    const { id, error } = await askNumber(way);
    if (id !== undefined) setChallengeId(id);
    return error && textOf(error);
  };
  const verify = async (code: string) => {
    const error = await answerNumber(way, challengeId ?? '', code);
    if (error && !isClosed(error)) return textOf(error);
    if (error) {
      setRefusal(textOf(error));
      setChallengeId(undefined);
    } else onPassed();
    return undefined;
  };
  const begin = async () => {
    setIsSending(true);
    setRefusal(await send());
    setIsSending(false);
  };
  // Its owner knows it by the end; who looks over their shoulder learns no number.
  const end = way.phone.slice(-4);
  if (challengeId !== undefined)
    return <CodeStep words={sentences} hint={words.smsSent(end)} onVerify={verify} onResend={send} />;
  return (
    <div className="flex flex-col gap-4">
      {refusal === undefined ? null : (
        <Notice tone="bad" isLive title={words.failed}>
          {refusal}
        </Notice>
      )}
      <p className="text-ink-2">{words.smsText(end)}</p>
      <Button isWide isPending={isSending} pendingText={words.sendingSms} onClick={() => void begin()}>
        {words.sendSms}
      </Button>
    </div>
  );
}

import { useGlossary } from '../../lib/glossary.ts';

/** Why a form that was sent does not go on. */
export function CaptchaWaiting() {
  const { answerCaptcha } = useGlossary();
  return (
    <p role="status" className="text-small text-ink-2">
      {answerCaptcha}
    </p>
  );
}

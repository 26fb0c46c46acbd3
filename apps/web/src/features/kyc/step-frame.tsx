import type { ReactNode, RefObject } from 'react';
import { Card } from '../../ui/card.tsx';
import { useErrorTitle } from '../../ui/error-title.ts';
import { Notice } from '../../ui/notice.tsx';
import { useKycWords } from './kyc.words.ts';

interface StepFrameProps {
  readonly title: string;
  readonly intro: ReactNode;
  readonly headingRef: RefObject<HTMLHeadingElement | null>;
  /** The text of the Verification Failed alert. */
  readonly failure?: ReactNode;
  readonly failureActions?: ReactNode;
  /** Names the act that comes first: a press too early is no failure. */
  readonly reminder?: ReactNode;
  /** Around the alert or the reminder. */
  readonly failureRef?: RefObject<HTMLDivElement | null>;
  readonly children: ReactNode;
  /** The two buttons: back at the left, on at the right. */
  readonly back: ReactNode;
  readonly next: ReactNode;
}

/** One step of the wizard: heading, alert, content, the two ways. */
export function StepFrame(props: StepFrameProps) {
  const words = useKycWords();
  const { title, intro, headingRef, failure, failureActions, reminder, failureRef, children } = props;
  const { back, next } = props;
  useErrorTitle(failure !== undefined);
  return (
    <Card as="div">
      <div className="flex flex-col gap-5">
        <header>
          <h2 ref={headingRef} tabIndex={-1} className="text-title font-semibold">
            {title}
          </h2>
          <div className="mt-1 text-ink-2">{intro}</div>
        </header>
        {failure ? (
          <div ref={failureRef} tabIndex={-1} className="outline-none">
            <Notice tone="bad" title={words.failedTitle} isLive actions={failureActions}>
              {failure}
            </Notice>
          </div>
        ) : reminder ? (
          <div ref={failureRef} tabIndex={-1} className="outline-none">
            <Notice tone="due" isLive>
              {reminder}
            </Notice>
          </div>
        ) : null}
        {children}
        <div className="flex flex-col-reverse gap-3 md:flex-row md:justify-between">
          {back}
          {next}
        </div>
      </div>
    </Card>
  );
}

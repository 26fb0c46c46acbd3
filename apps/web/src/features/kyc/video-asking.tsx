import { CONSENTS } from '@mohlat/contract';
import { useState } from 'react';
import { useLanguage } from '../../lib/i18n.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/choice.tsx';
import { Notice } from '../../ui/notice.tsx';
import { AccountLine } from './account-line.tsx';
import { ContinueOnPhone } from './continue-on-phone.tsx';
import type { Again } from './use-video.ts';
import { useVideoWords } from './video.words.ts';
import { to } from '../../lib/addresses.ts';

/** Each is asked, and recorded, for itself. */
const PURPOSES = ['video_recording', 'camera', 'microphone', 'location'] as const;
type Purpose = (typeof PURPOSES)[number];

const boxId = (purpose: Purpose) => `video-${purpose}`;

interface VideoAskingProps {
  /** Why it is asked again. */
  readonly again: Again | undefined;
  readonly onAgreed: () => void;
}

/** Explains in plain words the permissions and their reasons, before the browser asks in its own words. */
export function VideoAsking({ again, onAgreed }: VideoAskingProps) {
  const words = useVideoWords();
  const { language } = useLanguage();
  const [agreed, setAgreed] = useState<readonly Purpose[]>([]);
  const [hasTried, setHasTried] = useState(false);
  const missing = PURPOSES.find((purpose) => !agreed.includes(purpose));
  const start = () => {
    setHasTried(true);
    if (missing === undefined) onAgreed();
    else document.getElementById(boxId(missing))?.focus();
  };
  return (
    <>
      {again === undefined ? null : (
        <Notice tone="due" isLive>
          {words.agains[again]}
        </Notice>
      )}
      <fieldset className="flex min-w-0 flex-col gap-2">
        <legend className="mb-1 text-section font-semibold">{words.consentsTitle}</legend>
        {PURPOSES.map((purpose) => (
          <Checkbox
            key={purpose}
            id={boxId(purpose)}
            label={CONSENTS[purpose].wording[language]}
            hint={words.purposes[purpose]}
            error={hasTried && purpose === missing ? words.consentMissing : undefined}
            checked={agreed.includes(purpose)}
            onChange={(event) =>
              setAgreed(
                event.currentTarget.checked ? [...agreed, purpose] : agreed.filter((one) => one !== purpose),
              )
            }
          />
        ))}
      </fieldset>
      <p className="text-small text-ink-2">{words.browserAsks}</p>
      <div className="flex flex-col gap-2 md:flex-row">
        <Button onClick={start}>{words.start}</Button>
        <LinkButton to={to('/dashboard')} tone="quiet">
          {words.later}
        </LinkButton>
      </div>
      <AccountLine say={words.forAccount} />
      <p className="text-small text-ink-2">{words.untilThen}</p>
      <ContinueOnPhone />
    </>
  );
}

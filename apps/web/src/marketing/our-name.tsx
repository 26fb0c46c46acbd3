import { Fragment } from 'react';

const NAME = 'मोहलत';
const DEVANAGARI = /[\u0900-\u097F]/;

/**
 * A text in English that may have our name in its own letters: they come with the page, as a device may have none. A text in
 * Hindi stays as it is.
 */
export function WithOurName({ text }: { readonly text: string }) {
  const [first = '', ...rest] = text.split(NAME);
  if (rest.length === 0 || [first, ...rest].some((part) => DEVANAGARI.test(part))) return text;
  return (
    <>
      {first}
      {rest.map((part) => (
        <Fragment key={part}>
          <span lang="hi" className="hindi-name">
            {NAME}
          </span>
          {part}
        </Fragment>
      ))}
    </>
  );
}

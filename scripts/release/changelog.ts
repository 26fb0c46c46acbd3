const OPEN = '## Unreleased';

/**
 * Makes what is unreleased a release of its own, under its version and day, with an empty list for what comes next above it. Answers
 * the text, and what the release says. Throws where there is nothing to release, something is pending, or the version is there.
 */
export function cutChangelog(
  text: string,
  version: string,
  day: string,
): { readonly text: string; readonly notes: string } {
  if (!/^\d+\.\d+\.\d+$/.test(version)) throw new Error(`"${version}" is no version such as 1.2.3`);
  const start = text.indexOf(`${OPEN}\n`);
  if (start < 0) throw new Error(`CHANGELOG.md has no "${OPEN}"`);
  if (text.includes(`\n## ${version} `)) throw new Error(`CHANGELOG.md has ${version} already`);
  const body = start + OPEN.length;
  const next = text.indexOf('\n## ', body);
  const end = next < 0 ? text.length : next;
  const notes = text.slice(body, end).trim();
  if (notes === '') throw new Error('CHANGELOG.md says nothing of what is new');
  if (/^- pending\b/im.test(notes)) throw new Error('CHANGELOG.md has something pending');
  const head = text.slice(0, start);
  return { text: `${head}${OPEN}\n\n## ${version} (${day})\n\n${notes}\n${text.slice(end)}`, notes };
}

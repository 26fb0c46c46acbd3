/** Words that every English text is full of. */
const LITTLE = new Set(
  `a about above after again against all also am an and another any are as at away back be because been before behind being below
  beside between beyond both but by can cannot come comes could did do does done down during each either else even ever every few
  first for from get give given gives go goes had has have her here him his how i if in into is it its itself just know last least
  left less like made make makes many may me might more most much must my never next no none nor not nothing now of off on once one
  only onto or other others our out over own per rather said same say says see she should since so some still stands stand such take
  takes taken than that the their them then there these they this those though three through to together too towards two under until
  up upon us very was way we were what when where whether which while will with within without would yet you your was's isn't don't`.split(
    /\s+/,
  ),
);

/** The comments of a file, and the titles of its tests. */
export function proseOf(file: string, text: string): string[] {
  if (file.endsWith('.sql')) return [...text.matchAll(/^\s*--(.*)$/gm)].map((match) => match[1]!.trim());
  const comments = [...text.matchAll(/(?:^|\s)\/\/ ?(.*)$|\/\*\*?([\s\S]*?)\*\//gm)].map((match) =>
    (match[1] ?? match[2] ?? '')
      .replace(/^\s*\* ?/gm, ' ')
      .replace(/\s+/g, ' ')
      .trim(),
  );
  if (!/\.(test|spec)\.tsx?$/.test(file)) return comments;
  const titles = /\b(?:test|it|describe)(?:\.\w+)?\((?:[^'"`]*\)\()?\s*(['"`])((?:(?!\1).)*)\1/g;
  return [...comments, ...[...text.matchAll(titles)].map((match) => match[2]!)];
}

/** Counts words of three letters and more, the commonest first; equal ones by the alphabet. */
export function commonest(lines: readonly string[]): (readonly [word: string, count: number])[] {
  const counts = new Map<string, number>();
  for (const line of lines)
    for (const [word] of line
      .replace(/`[^`]*`/g, ' ')
      .matchAll(/(?<![\w.-])[A-Za-z][a-z]{2,}(?![\w.]\w|[_-]\w)/g)) {
      const low = word.toLowerCase();
      if (!LITTLE.has(low)) counts.set(low, (counts.get(low) ?? 0) + 1);
    }
  return [...counts].toSorted(([a, n], [b, m]) => m - n || (a < b ? -1 : 1));
}

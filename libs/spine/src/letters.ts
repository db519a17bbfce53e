import { visible } from './visible.ts';

/**
 * Letters that look like letters of another script: "pаypal" with a Cyrillic а reads like "paypal" and is another name. What
 * is told apart is what an eye cannot: a word in letters of two scripts that are alike, and a word that is made of nothing
 * but letters that look Latin, among Latin ones. The scripts that go together in one word are those of UTS 39, level
 * "moderately restrictive" (section 5.2): Japanese, Korean and Chinese with Latin, and Latin with any one script unlike it.
 */
const SCRIPTS = {
  Latin: /\p{Script=Latin}/u,
  Cyrillic: /\p{Script=Cyrillic}/u,
  Greek: /\p{Script=Greek}/u,
  Armenian: /\p{Script=Armenian}/u,
  Cherokee: /\p{Script=Cherokee}/u,
  Coptic: /\p{Script=Coptic}/u,
  Lisu: /\p{Script=Lisu}/u,
  mathematical: /[\u{1d400}-\u{1d7cb}]/u,
  Han: /\p{Script=Han}/u,
  Hiragana: /\p{Script=Hiragana}/u,
  Katakana: /\p{Script=Katakana}/u,
  Hangul: /\p{Script=Hangul}/u,
  Bopomofo: /\p{Script=Bopomofo}/u,
  Hebrew: /\p{Script=Hebrew}/u,
  Arabic: /\p{Script=Arabic}/u,
  Thai: /\p{Script=Thai}/u,
  Devanagari: /\p{Script=Devanagari}/u,
} as const;
type Script = keyof typeof SCRIPTS | 'unnamed';

/** Scripts with letters that are taken for letters of one another. */
const ALIKE: ReadonlySet<Script> = new Set([
  'Latin',
  'Cyrillic',
  'Greek',
  'Armenian',
  'Cherokee',
  'Coptic',
  'Lisu',
  'mathematical',
]);
const TOGETHER: readonly ReadonlySet<Script>[] = [
  new Set(['Latin', 'Han', 'Hiragana', 'Katakana']),
  new Set(['Latin', 'Han', 'Hangul']),
  new Set(['Latin', 'Han', 'Bopomofo']),
];

/** What has no letters of two scripts, whatever it is. */
const PLAIN = /^\p{ASCII}*$/u;
/** Between these nobody reads on: parts of a path or an address, words of a sentence, values of arguments. */
const SEGMENT = /[^\s/\\:@?&=,;"'`<>()[\]{}]+/gu;
const WORD = /[\p{L}\p{M}\p{N}]+/gu;
const NEITHER = /[\p{Script=Common}\p{Script=Inherited}]/u;

/** Letters of other scripts that look like Latin ones. */
const LOOKS_LATIN =
  /[асԁеһіјӏорԛѕԝхуѵҽАВСЕНІЈКМОРЅТХУԚԜαικνορτυχϲϳΑΒΕΖΗΙΚΜΝΟΡΤΥΧᎪᏴᏟᎠᎬᎻᎫᏦᏞᎷᎾᏢᎡᏚᎢᏙᎳᏃ\u{1d400}-\u{1d6a5}]/u;
/** Greek letters that nobody takes for a Latin one, as in Δt and λx. */
const PLAINLY_GREEK = /[ΓΔΘΛΞΠΣΦΨΩβδεζθλξπςσφψ]/u;

export interface OddLetters {
  /** Where in the text the word begins and ends. */
  readonly from: number;
  readonly to: number;
  /** "Cyrillic а": which of its letters are of which script. */
  readonly letters: string;
}

/** The words of a name that have letters of another script than they seem to, in order. */
export function oddLetters(text: string): readonly OddLetters[] {
  if (PLAIN.test(text)) return [];
  return [...text.matchAll(SEGMENT)].flatMap(({ 0: segment, index }) => {
    const words = [...segment.matchAll(WORD)].map((found) => ({
      from: index + found.index,
      to: index + found.index + found[0].length,
      letters: lettersOf(found[0]),
    }));
    const whole = passesForLatin(words.flatMap(({ letters }) => letters));
    return words.flatMap(({ from, to, letters }) => {
      const odd = whole ? letters.filter(({ script }) => script !== 'Latin') : oddAmong(letters);
      return odd.length === 0 ? [] : [{ from, to, letters: told(odd) }];
    });
  });
}

/** As `visible`, for where nothing but text can be shown; behind each such word stands which letters it has: "pаypal[Cyrillic а]". */
export function spelled(text: string): string {
  let shown = '';
  let from = 0;
  for (const { to, letters } of oddLetters(text)) {
    shown += `${text.slice(from, to)}[${letters}]`;
    from = to;
  }
  return visible(shown + text.slice(from));
}

interface Letter {
  readonly char: string;
  readonly script: Script;
}

const lettersOf = (word: string): readonly Letter[] =>
  Array.from(word).flatMap((char) => {
    const script = scriptOf(char);
    return script === null ? [] : [{ char, script }];
  });

function scriptOf(char: string): Script | null {
  const known = (Object.keys(SCRIPTS) as (keyof typeof SCRIPTS)[]).find((name) => SCRIPTS[name].test(char));
  return known ?? (NEITHER.test(char) ? null : 'unnamed');
}

/** A part that reads as Latin from its first letter to its last, and is not. */
function passesForLatin(letters: readonly Letter[]): boolean {
  const others = letters.filter(({ script }) => script !== 'Latin');
  return others.length > 0 && others.length < letters.length && others.every(({ char }) => LOOKS_LATIN.test(char));
}

/** The letters of a word that are of another script than most of it, where that can deceive. */
function oddAmong(letters: readonly Letter[]): readonly Letter[] {
  const mistakable = letters.filter(({ char }) => !PLAINLY_GREEK.test(char));
  const scripts = new Set(mistakable.map(({ script }) => script));
  if (scripts.size < 2 || TOGETHER.some((set) => [...scripts].every((script) => set.has(script)))) return [];
  if (scripts.size === 2 && scripts.has('Latin') && ![...scripts].every((script) => ALIKE.has(script))) return [];
  const many = (script: Script): number => mistakable.filter((letter) => letter.script === script).length;
  // Of as many letters of each, those that are not Latin are the odd ones.
  const most = [...scripts].sort((a, b) => many(b) - many(a) || Number(b === 'Latin') - Number(a === 'Latin'))[0];
  return mistakable.filter(({ script }) => script !== most);
}

/** More letters than this are not spelled out. */
const MOST_TOLD = 6;

function told(odd: readonly Letter[]): string {
  const scripts = [...new Set(odd.map(({ script }) => script))];
  return scripts
    .map((script) => {
      const chars = [...new Set(odd.filter((letter) => letter.script === script).map(({ char }) => char))];
      const name = script === 'unnamed' ? 'another script' : script;
      return `${name} ${chars.slice(0, MOST_TOLD).join('')}${chars.length > MOST_TOLD ? '…' : ''}`;
    })
    .join(', ');
}

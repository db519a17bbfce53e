/** What lies beside a record, and is no verdict on it: its contents, the package it came in, the heads seen before. */
import type { CheckedContents } from '../check-contents.ts';
import type { CheckedBag } from '../package/check-bag.ts';
import type { Pinned } from '../pin-receipt.ts';
import { countOf } from './report.ts';
import type { Block } from './screen.ts';

export interface Beside {
  readonly bag: CheckedBag | null;
  readonly contents: CheckedContents | null;
  readonly pinned: Pinned | null;
}

/** Whether something beside the record is not what it should be: that is no verdict, and never fine. */
export const isContradicted = ({ bag, contents, pinned }: Beside): boolean =>
  (bag?.faults.length ?? 0) > 0 || (contents?.found ?? 0) > 0 || (pinned !== null && pinned.code !== null);

export const besideBlocks = ({ bag, contents, pinned }: Beside): Block[] => [
  ...(bag === null ? [] : bagBlocks(bag)),
  ...(contents === null ? [] : contentBlocks(contents)),
  ...pinBlocks(pinned),
];

function bagBlocks({ folder, whole, faults }: CheckedBag): Block[] {
  if (faults.length > 0)
    return [
      [
        { text: 'THE PACKAGE IS NOT AS IT WAS PACKED. ', tone: 'bad' },
        `${countOf(faults.length, 'fault')} in ${folder}${faults.length > MOST ? `; the first ${MOST}` : ''}:`,
      ],
      ...faults.slice(0, MOST).map(({ code, sentence }): Block => [`  ${sentence} (${code})`]),
    ];
  return [
    [
      `The package is whole: ${countOf(whole, 'file')} as its manifests say, which finds damage and no forgery. Its report, coverage and other statements were not judged.`,
    ],
  ];
}

function contentBlocks({ file, named, here, faults, found }: CheckedContents): Block[] {
  const away = named - here;
  const rest = away === 0 ? '' : ` ${away} of them ${away === 1 ? 'is' : 'are'} not there: erased, or left out.`;
  if (found === 0)
    return [[`Contents beside the record: ${here} of the ${named} it names, each as named (${file}).${rest}`]];
  return [
    [
      { text: 'THE CONTENTS ARE NOT THOSE THE RECORD NAMES. ', tone: 'bad' },
      `${countOf(found, 'line')} of ${file}${found > MOST ? `; the first ${MOST}` : ''}:`,
    ],
    ...faults.slice(0, MOST).map(({ line, code, sentence }): Block => [`  Line ${line} ${sentence} (${code})`]),
  ];
}

/** Lines of one kind on a screen; the document has more. */
const MOST = 20;

function pinBlocks(pinned: Pinned | null): Block[] {
  switch (pinned?.state) {
    case 'contradicts':
      return [
        [
          { text: 'THE LEDGER HAS TWO HISTORIES. ', tone: 'bad' },
          `The head of ${pinned.size} entries under this receipt contradicts the one you saw before (${pinned.pins}). Keep both files. (runseal.head_contradicts_pin)`,
        ],
      ];
    case 'unchecked':
      return [
        [
          {
            text: 'This head of the ledger was not held against those you saw before: runseal ledger check does that.',
            tone: 'dim',
          },
        ],
      ];
    default:
      return [];
  }
}

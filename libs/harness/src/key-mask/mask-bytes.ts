import { isMostOf, MARK, tailOf, writtenForms } from './forms.ts';
import type { Mask } from './mask.ts';

/** Finds the key in any form within one text, in whatever pieces that comes. */
export function maskBytes(key: string): Mask {
  // One byte, one character: what is no UTF-8 keeps its bytes.
  const forms = writtenForms(key).map((form) => Buffer.from(form, 'utf8').toString('latin1'));
  let held = '';
  return {
    push(bytes) {
      const came = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
      const text = held + came.toString('latin1');
      const clean = forms.reduce((rest, form) => rest.replaceAll(form, MARK), text);
      const tail = Math.max(...forms.map((form) => tailOf(clean, form)));
      const wasHeld = held !== '';
      held = clean.slice(clean.length - tail);
      return tail === 0 && !wasHeld && clean === text
        ? came
        : Buffer.from(clean.slice(0, clean.length - tail), 'latin1');
    },
    end() {
      const left = forms.some((form) => isMostOf(tailOf(held, form), form)) ? MARK : held;
      held = '';
      return Buffer.from(left, 'latin1');
    },
  };
}

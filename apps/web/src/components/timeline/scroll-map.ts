/**
 * Tallest list a browser lays out for sure, in pixels: Firefox stops at 17.9 million, Chromium at 33.5 million. A longer
 * one is scrolled through a list of this height, of which stretches are slid over it.
 */
export const MOST_PX = 8_000_000;
/** Parts of the list between which the slide changes. */
const PARTS = 100;

/**
 * Maps the scroll position of a list to the rows of a longer one. Small movements move as many pixels as they say; a
 * jump of the scroll bar goes to the same share of the whole. All lengths in pixels, from the top of the list.
 */
export class ScrollMap {
  readonly height: number;
  private readonly whole: number;
  private readonly view: number;
  private readonly part: number;
  private readonly parts: number;
  private readonly slidePerPart: number;
  private slide = 0;
  private at = 0;

  constructor(whole: number, view: number) {
    this.whole = whole;
    this.view = view;
    this.height = Math.min(whole, MOST_PX);
    this.part = this.height / PARTS;
    this.parts = Math.max(1, Math.floor(whole / Math.max(1, this.part)));
    this.slidePerPart = this.parts === 1 ? 0 : (whole - this.height) / (this.parts - 1);
  }

  /** How far the longer list has slid beneath the one that is laid out. */
  get offset(): number {
    return this.slide;
  }

  /** Keeps the place of the list it comes from. Answers the position to correct the list to, or null. */
  follow(before: ScrollMap): number | null {
    this.at = before.at;
    this.slide = before.slide;
    return this.settle(before.at + before.slide);
  }

  /** The list was scrolled to `position`. Answers the position to correct it to, or null where it may stay. */
  scrolled(position: number): number | null {
    const bounded = Math.min(Math.max(0, position), this.height);
    const small = Math.abs(bounded - this.at) <= this.view;
    this.at = bounded;
    if (small) return this.settle(bounded + this.slide);
    const travel = Math.max(1, this.height - this.view);
    this.slide = this.slideOf((bounded * (this.whole - this.view)) / travel);
    return null;
  }

  /** Position at which the place `place` of the longer list is at the top. */
  goTo(place: number): number {
    this.slide = this.slideOf(place);
    this.at = Math.min(Math.max(0, place - this.slide), this.height);
    return this.at;
  }

  private settle(place: number): number | null {
    const slide = this.slideOf(place);
    if (slide === this.slide) return null;
    this.slide = slide;
    this.at = place - slide;
    return this.at;
  }

  private slideOf(place: number): number {
    const part = Math.min(this.parts - 1, Math.max(0, Math.floor(place / Math.max(1, this.part))));
    return Math.round(part * this.slidePerPart);
  }
}

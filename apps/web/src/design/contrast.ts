/** Colour arithmetic for holding the palette to what it promises. Colours are `#rrggbb`. */

/** WCAG 2.2 contrast ratio, 1 to 21. */
export function contrast(one: string, other: string): number {
  const [a, b] = [luminance(one), luminance(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

export type Vision = 'full' | 'protanopia' | 'deuteranopia' | 'tritanopia';

/** How far apart two colours look to a kind of vision: Euclidean distance in OKLab, 0 to about 1. */
export function distance(one: string, other: string, vision: Vision): number {
  const [a, b] = [seen(one, vision), seen(other, vision)];
  return Math.hypot(...a.map((value, index) => value - (b[index] ?? 0)));
}

type Triple = readonly [number, number, number];

/** Machado, Oliveira, Fernandes 2009, severity 1, over linear RGB. */
const MACHADO: Readonly<Record<Vision, readonly [Triple, Triple, Triple]>> = {
  full: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

function seen(color: string, vision: Vision): Triple {
  const rgb = linear(color);
  const [red, green, blue] = MACHADO[vision];
  const bound = (row: Triple): number => Math.min(1, Math.max(0, dot(row, rgb)));
  return okLab([bound(red), bound(green), bound(blue)]);
}

/** Ottosson 2020. */
function okLab(rgb: Triple): Triple {
  const l = Math.cbrt(dot([0.4122214708, 0.5363325363, 0.0514459929], rgb));
  const m = Math.cbrt(dot([0.2119034982, 0.6806995451, 0.1073969566], rgb));
  const s = Math.cbrt(dot([0.0883024619, 0.2817188376, 0.6299787005], rgb));
  return [
    dot([0.2104542553, 0.793617785, -0.0040720468], [l, m, s]),
    dot([1.9779984951, -2.428592205, 0.4505937099], [l, m, s]),
    dot([0.0259040371, 0.7827717662, -0.808675766], [l, m, s]),
  ];
}

const luminance = (color: string): number => dot([0.2126, 0.7152, 0.0722], linear(color));
const dot = (a: Triple, b: Triple): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

function linear(color: string): Triple {
  const channel = (at: number): number => {
    const value = parseInt(color.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return [channel(1), channel(3), channel(5)];
}

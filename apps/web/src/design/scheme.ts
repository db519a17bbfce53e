export const SCHEMES = ['auto', 'light', 'dark'] as const;
export type Scheme = (typeof SCHEMES)[number];

/** A cookie, so that the first paint has the right colours without a script that runs before it. */
export const SCHEME_COOKIE = 'runseal.scheme';
const KEPT_S = 365 * 24 * 60 * 60;

/** The scheme a reader chose; whatever is none of ours is the system's. */
export const chosenScheme = (value: string | undefined): Scheme => SCHEMES.find((scheme) => scheme === value) ?? 'auto';

/** Shows a scheme from now on, in this browser. */
export function chooseScheme(scheme: Scheme): void {
  const root = document.documentElement;
  if (scheme === 'auto') delete root.dataset['scheme'];
  else root.dataset['scheme'] = scheme;
  document.cookie = `${SCHEME_COOKIE}=${scheme}; path=/; max-age=${String(KEPT_S)}; samesite=lax`;
}

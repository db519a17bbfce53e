/** The sign-in, and back to where one was. */
export const loginHref = (path: string, search: string): string =>
  `/login?next=${encodeURIComponent(search === '' ? path : `${path}?${search}`)}`;

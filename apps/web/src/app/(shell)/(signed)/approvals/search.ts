import { parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs';

const shown = {
  show: parseAsStringLiteral(['waiting', 'all'] as const).withDefault('all'),
  approval: parseAsString,
};

/** Which approvals are listed and which one is open, as the URL has it. */
export function useShown() {
  const [{ show, approval }, set] = useQueryStates(shown);
  return {
    show,
    openId: approval,
    setShow: (next: 'waiting' | 'all') => void set({ show: next, approval: null }),
    open: (next: string) => void set({ approval: next }),
    hrefOf: (next: string) => `/approvals?${show === 'all' ? '' : `show=${show}&`}approval=${encodeURIComponent(next)}`,
    allHref: show === 'all' ? '/approvals' : `/approvals?show=${show}`,
  };
}

import { useEffect, useRef } from 'react';
import { useRouter } from 'next/navigation';
import { useStored } from '../../browser/use-stored.ts';
import type { ApprovalView } from '../../api/wire.ts';
import { freshNotices } from './notices.ts';

const KEY = 'runseal.notices';

/** Whether this reader asked for notices here. The browser’s own permission is a second thing. */
export function useNoticesWanted(): readonly [boolean, (wanted: boolean) => void] {
  const [stored, keep] = useStored(KEY);
  return [stored === 'true', (wanted) => keep(String(wanted))];
}

export const canNotify = (): boolean => typeof Notification !== 'undefined';

/** Tells of each call that begins to wait for this reader, while some page of ours is open. */
export function useNotices(approvals: readonly ApprovalView[] | undefined): void {
  const [wanted] = useNoticesWanted();
  const known = useRef<ReadonlySet<string> | null>(null);
  const router = useRouter();
  useEffect(() => {
    if (approvals === undefined) return;
    const fresh = freshNotices(approvals, known.current);
    known.current = fresh.known;
    if (!wanted || !canNotify() || Notification.permission !== 'granted') return;
    for (const { tag, title, body } of fresh.notices) {
      const notice = new Notification(title, { tag, body, requireInteraction: true });
      notice.onclick = () => {
        window.focus();
        router.push(`/approvals?show=waiting&approval=${encodeURIComponent(tag)}`);
      };
    }
  }, [approvals, wanted, router]);
}

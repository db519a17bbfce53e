'use client';

import { useState } from 'react';
import Link from 'next/link';
import { Button } from '../../../../components/control/button.tsx';
import { Segments } from '../../../../components/control/segments.tsx';
import { useApprovals } from '../../../../api/use-approvals.ts';
import { ApprovalPanel } from '../../../../components/approval/approval-panel.tsx';
import { InboxList } from '../../../../components/approval/inbox-list.tsx';
import { NoticesSwitch } from '../../../../components/approval/notices-switch.tsx';
import { NoApprovals } from '../../../../components/approval/no-approvals.tsx';
import { useKeys } from '../../../../components/keys/use-keys.ts';
import { PageHeader } from '../../../../components/shell/page-header.tsx';
import { ErrorState } from '../../../../components/state/error-state.tsx';
import { RowSkeleton } from '../../../../components/state/row-skeleton.tsx';
import { useMedia } from '../../../../browser/use-media.ts';
import { useShown } from './search.ts';
import classes from './approvals-page.module.css';

/** Calls that wait for people, and what people decided. One is open beside the list. */
export function ApprovalsClient() {
  const { show, openId, setShow, open, hrefOf, allHref } = useShown();
  const inbox = useApprovals(show);
  const approvals = inbox.data?.pages.flatMap((page) => page.items) ?? [];
  // What is open stays open: a call that begins to wait must not take the place of the one somebody is about to decide.
  const [held, hold] = useState<string | null>(null);
  const current = openId ?? held ?? approvals[0]?.approval ?? null;
  if (current !== held) hold(current);
  // Where there is no room for both, the list is shown until one is picked; what is not shown takes no keys.
  const narrow = useMedia('(max-width: 860px)', false);
  const shown = narrow ? openId : current;
  const step = (by: 1 | -1) => (): void => {
    const next = approvals[approvals.findIndex(({ approval }) => approval === shown) + by];
    if (next !== undefined) open(next.approval);
  };
  useKeys({ j: step(1), k: step(-1) });
  return (
    <>
      <PageHeader title="Approvals">
        <NoticesSwitch />
        <Segments
          label="Which approvals"
          options={[
            { value: 'all', label: 'All' },
            { value: 'waiting', label: 'Waiting' },
          ]}
          value={show}
          onChange={(next) => {
            hold(null);
            setShow(next);
          }}
        />
      </PageHeader>
      {inbox.isPending && <RowSkeleton rows={6} />}
      {inbox.isLoadingError && <ErrorState error={inbox.error} retry={inbox.refetch} />}
      {inbox.data !== undefined && approvals.length === 0 && current === null && <NoApprovals only={show} />}
      <div className={classes.page} data-picked={openId === null ? undefined : true}>
        {approvals.length > 0 && (
          <div className={classes.list}>
            <InboxList approvals={approvals} openId={shown} hrefOf={hrefOf} />
            {inbox.hasNextPage && (
              <Button variant="default" loading={inbox.isFetchingNextPage} onClick={() => void inbox.fetchNextPage()}>
                Load more
              </Button>
            )}
          </div>
        )}
        {shown !== null && (
          <div className={classes.open}>
            <Link href={allHref} className={classes.back}>
              All approvals
            </Link>
            <ApprovalPanel key={shown} approval={shown} />
          </div>
        )}
      </div>
    </>
  );
}
